// Guests with names and addresses as they are in the world. Each has exactly the lines of an address
// that the form asks for in the country of the hotel where the guest books.
export interface Person {
  first_name: string;
  last_name: string;
  email: string;
  /** National number, as typed after the country code. */
  phone: string;
  street: string;
  city?: string;
  zip_code?: string;
  /** Name of the state as its list shows it. */
  state?: RegExp;
}

/** At Harbour House. */
export const SIOBHAN: Person = {
  first_name: "Siobhán",
  last_name: "Ní Bhriain-O’Shea",
  email: "siobhan.nibhriain@example.ie",
  phone: "2075550142",
  street: "7 Sunday’s Well Road",
  city: "Portland",
  zip_code: "04101",
  state: /Maine/,
};

/** The same as the server is sent. */
export const SIOBHAN_SENT = { ...SIOBHAN, phone: `+1${SIOBHAN.phone}`, state: "ME", country: "US" };

/** At Dar Al Noor: no city and no postal code. */
export const LAYLA: Person = {
  first_name: "ليلى",
  last_name: "الهاشمي",
  email: "layla@example.ae",
  phone: "501234567",
  street: "شارع الكورنيش ١٢",
  state: /Dubai|دبي/,
};

/** At Qasr Al Marsa: no state. */
export const SAIF: Person = {
  first_name: "سيف",
  last_name: "الحارثي",
  email: "saif@example.om",
  phone: "92123456",
  street: "شارع البحري ٣",
  city: "مسقط",
  zip_code: "112",
};

/** At Chalet Edelgrat: no state. */
export const NGUYEN: Person = {
  first_name: "Thị Minh Khai",
  last_name: "Nguyễn",
  email: "khai@example.com",
  phone: "446681800",
  street: "Bahnhofstrasse 7",
  city: "Zürich",
  zip_code: "8001",
};

/** Cards that the vault knows for trying. */
export const CARDS = {
  good: { number: "4242424242424242", expiry: "12/29", cvc: "123" },
  declined: { number: "4000000000000002", expiry: "12/29", cvc: "123" },
  expired: { number: "4000000000000069", expiry: "12/29", cvc: "123" },
  declinedWhenCharged: { number: "4000000000000341", expiry: "12/29", cvc: "123" },
  challenged: { number: "4000000000003220", expiry: "12/29", cvc: "123" },
} as const;
