//! Confirmation numbers: what a guest reads out over the telephone.
//!
//! `9 random characters | property | check`, in the 32 characters that are not mistaken for one another (no I, L, O
//! and, so that fewer words arise, no U). The property is in it, so that a sharded store knows where to look. The 45
//! random bits make numbers unguessable in sequence. The last character is the check of ISO 7064 MOD 37,36; a random
//! part whose number would have a check character outside the 32, or two neighbours that could be swapped unseen
//! (which that check allows in rare cases), is passed over for the next. So one wrong character or one swap of
//! neighbours is always noticed. (The random part leads, because whether a swap shows depends on what stands before
//! it: behind the property, some properties would have no number at all.)

use unicode_normalization::UnicodeNormalization;

const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM: usize = 9;

/// The number for a property (positive) and random bits, of which 45 count.
pub fn make(property_id: i64, random: u64) -> String {
    let mut body = vec![b'0'; RANDOM];
    body.extend(property_digits(property_id));
    let mut bits = random;
    loop {
        for (place, slot) in body[..RANDOM].iter_mut().enumerate() {
            *slot = DIGITS[(bits >> (5 * place)) as usize & 31];
        }
        let check = check_character(&body);
        if DIGITS.contains(&check) && swaps_show(&body, check) {
            body.push(check);
            return body.iter().map(|&b| char::from(b)).collect();
        }
        bits = bits.wrapping_add(1);
    }
}

/// The property whose number this is; `None` when it is no number of ours. Reads lower case, ignores spaces and
/// hyphens, takes O for 0 and I and L for 1.
pub fn property_of(text: &str) -> Option<i64> {
    let number = normal(text)?;
    let (body, check) = number.as_bytes().split_at(number.len() - 1);
    if check_character(body) != check[0] {
        return None;
    }
    let property = &body[RANDOM..];
    if property[0] == b'0' {
        return None;
    }
    property.iter().try_fold(0i64, |id, &b| {
        let digit = DIGITS.iter().position(|&d| d == b)?;
        id.checked_mul(32)?.checked_add(digit as i64)
    })
}

/// The number as it is stored: capitals without spaces and hyphens, look-alikes resolved, digits of other scripts and
/// the full-width signs of Chinese and Japanese keyboards as ours. `None` where a character could not be part of one, or
/// there are too few or too many. The check is not looked at.
pub fn normal(text: &str) -> Option<String> {
    if text.chars().nth(64).is_some() {
        return None;
    }
    let mut number = String::with_capacity(text.len());
    for c in text.nfkc() {
        let c = match western(c).to_ascii_uppercase() {
            ' ' | '-' => continue,
            'O' => '0',
            'I' | 'L' => '1',
            c if c.is_ascii() && DIGITS.contains(&(c as u8)) => c,
            _ => return None,
        };
        number.push(c);
    }
    // The largest property id has 13 digits of five bits.
    (RANDOM + 2..=RANDOM + 14).contains(&number.len()).then_some(number)
}

/// Where the digits of other scripts begin that people have on their keyboards: Arabic, Persian, Devanagari and Bengali.
const ZEROS: [char; 4] = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}'];

/// A digit of another script as the one of ours that it is.
pub(crate) fn western(c: char) -> char {
    let digit = ZEROS.iter().find_map(|&zero| u32::from(c).checked_sub(u32::from(zero)).filter(|digit| *digit < 10));
    digit.and_then(|digit| char::from_digit(digit, 10)).unwrap_or(c)
}

fn property_digits(property_id: i64) -> Vec<u8> {
    // Ids are positive; anything else becomes a zero, which no reading accepts.
    let mut rest = property_id.max(0);
    let mut digits = Vec::with_capacity(13);
    loop {
        digits.push(DIGITS[(rest & 31) as usize]);
        rest >>= 5;
        if rest == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}

/// The check character of ISO 7064 MOD 37,36 for capitals and digits: a hybrid system with one check character out of 36.
pub fn check_character(body: &[u8]) -> u8 {
    let mut product = 36;
    for &byte in body {
        let sum = match (product + value(byte)) % 36 {
            0 => 36,
            sum => sum,
        };
        product = sum * 2 % 37;
    }
    match (37 - product) % 36 {
        digit @ 0..=9 => b'0' + digit as u8,
        letter => b'A' + (letter - 10) as u8,
    }
}

fn value(byte: u8) -> u32 {
    match byte {
        b'0'..=b'9' => u32::from(byte - b'0'),
        _ => u32::from(byte - b'A') + 10,
    }
}

/// Whether swapping any two unequal neighbours, the check character among them, breaks the number.
fn swaps_show(body: &[u8], check: u8) -> bool {
    let mut number = body.to_vec();
    number.push(check);
    (1..number.len()).all(|at| {
        if number[at - 1] == number[at] {
            return true;
        }
        number.swap(at - 1, at);
        let shows = check_character(&number[..body.len()]) != number[body.len()];
        number.swap(at - 1, at);
        shows
    })
}
