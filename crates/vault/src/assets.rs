//! The frame's files, built into the binary and served under a path that changes with their content.

use sha2::{Digest, Sha256};

use crate::card::BRANDS;

/// The frame's files.
pub(crate) struct Assets {
    version: String,
    files: Vec<(&'static str, &'static str, Vec<u8>)>,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

impl Assets {
    pub fn new() -> Assets {
        // The page reads the very table that the server decides by.
        let brands = serde_json::to_string(&BRANDS).unwrap_or_default();
        let brands = format!("// Made from the server's table.\nexport const BRANDS = {brands};\n");
        let files: Vec<(&str, &str, Vec<u8>)> = vec![
            ("frame.css", "text/css; charset=utf-8", include_bytes!("../frame/frame.css").to_vec()),
            ("form.js", SCRIPT, include_bytes!("../frame/form.js").to_vec()),
            ("bank.js", SCRIPT, include_bytes!("../frame/bank.js").to_vec()),
            ("answered.js", SCRIPT, include_bytes!("../frame/answered.js").to_vec()),
            ("pay.js", SCRIPT, include_bytes!("../frame/pay.js").to_vec()),
            ("frame.js", SCRIPT, include_bytes!("../frame/frame.js").to_vec()),
            ("challenge.js", SCRIPT, include_bytes!("../frame/challenge.js").to_vec()),
            ("card.js", SCRIPT, include_bytes!("../frame/card.js").to_vec()),
            ("labels.js", SCRIPT, include_bytes!("../frame/labels.js").to_vec()),
            ("theme.js", SCRIPT, include_bytes!("../frame/theme.js").to_vec()),
            ("brands.js", SCRIPT, brands.into_bytes()),
            ("geist-latin.woff2", "font/woff2", include_bytes!("../frame/fonts/geist-latin.woff2").to_vec()),
            (
                "readex-pro-arabic.woff2",
                "font/woff2",
                include_bytes!("../frame/fonts/readex-pro-arabic.woff2").to_vec(),
            ),
        ];
        let mut hash = Sha256::new();
        for (_, _, bytes) in &files {
            hash.update(bytes);
        }
        let mut version = hex::encode(hash.finalize());
        version.truncate(12);
        Assets { version, files }
    }

    /// Media type and bytes of a file of this version.
    pub fn get(&self, version: &str, name: &str) -> Option<(&'static str, &[u8])> {
        let file = self.files.iter().find(|(known, _, _)| version == self.version && *known == name)?;
        Some((file.1, &file.2))
    }

    /// The frame's page for one session. What goes in holds only signs that mean nothing in HTML: an [`Origin`], a
    /// checked locale, a month, one of two words.
    ///
    /// [`Origin`]: crate::Origin
    pub fn page(&self, page_origin: &str, locale: &str, month: &str, expired: bool) -> String {
        include_str!("../frame/index.html")
            .replace("{{form}}", card_form())
            .replace("{{assets}}", &format!("/frame/assets/{}", self.version))
            .replace("{{page-origin}}", page_origin)
            .replace("{{lang}}", &locale.replace('_', "-"))
            .replace("{{dir}}", direction(locale))
            .replace("{{month}}", month)
            .replace("{{expired}}", if expired { "yes" } else { "no" })
    }

    /// The page that a guest pays on; `state` is one of six words. Amount and payee are somebody's text: what means
    /// something in HTML is written out.
    pub fn pay(&self, link: &crate::links::Link, month: &str, state: &str) -> String {
        include_str!("../frame/pay.html")
            .replace("{{form}}", card_form())
            .replace("{{assets}}", &format!("/frame/assets/{}", self.version))
            .replace("{{page-origin}}", &link.page_origin)
            .replace("{{lang}}", &link.locale.replace('_', "-"))
            .replace("{{dir}}", direction(&link.locale))
            .replace("{{month}}", month)
            .replace("{{state}}", state)
            .replace("{{amount}}", &written_out(&link.shown_amount))
            .replace("{{payee}}", &written_out(&link.payee))
    }

    /// A page around a provider's page of a bank.
    pub fn bank(&self, page_origin: &str, url: &str, language: &str) -> String {
        self.said(include_str!("../frame/bank.html"), language)
            .replace("{{page-origin}}", page_origin)
            .replace("{{url}}", &written_out(url))
    }

    /// Where a provider leads a guest back to.
    pub fn answered(&self, language: &str) -> String {
        self.said(include_str!("../frame/answered.html"), language)
    }

    /// The bank's page for one payment.
    pub fn challenge(&self, page_origin: &str, amount: &str, language: &str) -> String {
        self.said(include_str!("../frame/challenge.html"), language)
            .replace("{{page-origin}}", page_origin)
            .replace("{{amount}}", &written_out(amount))
    }

    /// A page at the bank in a language that it knows, else in English.
    fn said(&self, page: &str, language: &str) -> String {
        let words = bank_words(language);
        words
            .places()
            .into_iter()
            .fold(page.to_owned(), |page, (place, text)| page.replace(place, text))
            .replace("{{dir}}", direction(words.lang))
            .replace("{{assets}}", &format!("/frame/assets/{}", self.version))
    }
}

/// The card's fields, the same on every page that takes one.
fn card_form() -> &'static str {
    include_str!("../frame/form.html").trim_end()
}

/// What is said in one language at a bank: at the sandbox bank, and around the page of a provider's.
struct BankWords {
    lang: &'static str,
    title: &'static str,
    question: &'static str,
    silent: &'static str,
    confirm: &'static str,
    refuse: &'static str,
    safe: &'static str,
    yours: &'static str,
    thanks: &'static str,
    answered: &'static str,
}

impl BankWords {
    fn places(&self) -> [(&'static str, &'static str); 10] {
        [
            ("{{lang}}", self.lang),
            ("{{title}}", self.title),
            ("{{question}}", self.question),
            ("{{silent}}", self.silent),
            ("{{confirm}}", self.confirm),
            ("{{refuse}}", self.refuse),
            ("{{safe}}", self.safe),
            ("{{yours}}", self.yours),
            ("{{thanks}}", self.thanks),
            ("{{answered}}", self.answered),
        ]
    }
}

/// The first of them is for whoever reads another language.
const BANK: [BankWords; 5] = [
    BankWords {
        lang: "en",
        title: "Sandbox bank",
        question: "Do you confirm this payment with your card?",
        silent: "The bank did not answer. Please try again.",
        confirm: "Confirm",
        refuse: "Refuse",
        safe: "This bank is made up for tests. No money moves.",
        yours: "Your bank",
        thanks: "Thank you",
        answered: "Thank you. You can close this window.",
    },
    BankWords {
        lang: "ar",
        title: "مصرف تجريبي",
        question: "هل تؤكّد هذا الدفع ببطاقتك؟",
        silent: "لم يُجب المصرف. يُرجى المحاولة مرة أخرى.",
        confirm: "تأكيد",
        refuse: "رفض",
        safe: "هذا المصرف مُعدّ للتجربة فقط، ولا تُحوَّل أي أموال.",
        yours: "مصرفك",
        thanks: "شكرًا لك",
        answered: "شكرًا لك. يمكنك إغلاق هذه النافذة.",
    },
    BankWords {
        lang: "de",
        title: "Testbank",
        question: "Bestätigen Sie diese Zahlung mit Ihrer Karte?",
        silent: "Die Bank hat nicht geantwortet. Bitte versuchen Sie es noch einmal.",
        confirm: "Bestätigen",
        refuse: "Ablehnen",
        safe: "Diese Bank gibt es nur zum Testen. Es fließt kein Geld.",
        yours: "Ihre Bank",
        thanks: "Vielen Dank",
        answered: "Vielen Dank. Sie können dieses Fenster schließen.",
    },
    BankWords {
        lang: "fr",
        title: "Banque de test",
        question: "Confirmez-vous ce paiement avec votre carte\u{a0}?",
        silent: "La banque n’a pas répondu. Veuillez réessayer.",
        confirm: "Confirmer",
        refuse: "Refuser",
        safe: "Cette banque n’existe que pour les tests. Aucun argent ne circule.",
        yours: "Votre banque",
        thanks: "Merci",
        answered: "Merci. Vous pouvez fermer cette fenêtre.",
    },
    BankWords {
        lang: "he",
        title: "בנק לבדיקות",
        question: "האם לאשר את התשלום הזה בכרטיס שלכם?",
        silent: "הבנק לא ענה. נסו שוב.",
        confirm: "אישור",
        refuse: "סירוב",
        safe: "הבנק הזה קיים לבדיקות בלבד. שום כסף אינו מועבר.",
        yours: "הבנק שלכם",
        thanks: "תודה",
        answered: "תודה. אפשר לסגור את החלון הזה.",
    },
];

fn bank_words(language: &str) -> &'static BankWords {
    let language = language.split(['_', '-']).next().unwrap_or_default();
    BANK.iter().find(|words| words.lang.eq_ignore_ascii_case(language)).unwrap_or(&BANK[0])
}

/// Text for HTML. What our own places look like is taken apart too, so that no text is read as one.
fn written_out(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '{' => safe.push_str("&#123;"),
            sign => safe.push(sign),
        }
    }
    safe
}

/// Until the page says otherwise: right-to-left for languages written so.
fn direction(locale: &str) -> &'static str {
    let language = locale.split(['_', '-']).next().unwrap_or_default().to_ascii_lowercase();
    if matches!(language.as_str(), "ar" | "he" | "fa" | "ur" | "ps" | "sd" | "ug" | "yi" | "ckb" | "dv") {
        "rtl"
    } else {
        "ltr"
    }
}
