//! The people who sleep in one room.

use serde::{Deserialize, Serialize};

/// Children beyond this number in one room are refused before any rule of a hotel is looked at.
pub const MAX_CHILDREN: usize = 16;
/// The oldest child (SEARCH-05).
pub const MAX_CHILD_AGE: u8 = 17;

/// Adults, one or more, and children by age. Small and copied freely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "People", into = "People")]
pub struct Party {
    adults: u8,
    children: u8,
    ages: [u8; MAX_CHILDREN],
}

/// How a party is written down.
#[derive(Serialize, Deserialize)]
struct People {
    adults: u8,
    children_ages: Vec<u8>,
}

/// Why some people are no party.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PartyError {
    /// Children never travel alone.
    #[error("at least one adult")]
    NoAdult,
    /// More than [`MAX_CHILDREN`].
    #[error("at most {MAX_CHILDREN} children in a room")]
    TooManyChildren,
    /// Older than [`MAX_CHILD_AGE`]: an adult.
    #[error("a child is 0 to {MAX_CHILD_AGE} years old")]
    ChildTooOld,
}

impl Party {
    /// One adult: where it does not matter who comes.
    pub(crate) const ONE: Party = Party { adults: 1, children: 0, ages: [0; MAX_CHILDREN] };

    /// Adults from 1, children of 0 to 17 years, in the order given.
    pub fn new(adults: u8, child_ages: &[u8]) -> Result<Party, PartyError> {
        if adults == 0 {
            return Err(PartyError::NoAdult);
        }
        if child_ages.len() > MAX_CHILDREN {
            return Err(PartyError::TooManyChildren);
        }
        if child_ages.iter().any(|&age| age > MAX_CHILD_AGE) {
            return Err(PartyError::ChildTooOld);
        }
        let mut ages = [0; MAX_CHILDREN];
        ages[..child_ages.len()].copy_from_slice(child_ages);
        Ok(Party { adults, children: child_ages.len() as u8, ages })
    }

    /// 1 or more.
    pub fn adults(&self) -> u8 {
        self.adults
    }

    /// 0 or more.
    pub fn children(&self) -> u8 {
        self.children
    }

    /// One for each child, in the order they were given.
    pub fn child_ages(&self) -> &[u8] {
        &self.ages[..usize::from(self.children)]
    }

    /// Adults and children.
    pub fn people(&self) -> u16 {
        u16::from(self.adults) + u16::from(self.children)
    }
}

impl std::fmt::Debug for Party {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Party({} adults, children {:?})", self.adults, self.child_ages())
    }
}

impl TryFrom<People> for Party {
    type Error = PartyError;

    fn try_from(people: People) -> Result<Party, PartyError> {
        Party::new(people.adults, &people.children_ages)
    }
}

impl From<Party> for People {
    fn from(party: Party) -> People {
        People { adults: party.adults, children_ages: party.child_ages().to_vec() }
    }
}
