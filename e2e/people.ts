// Guests with names and addresses as they are in the world.
export interface Person {
  first_name: string;
  last_name: string;
  email: string;
  /** National number, as typed after the country code. */
  phone: string;
  street: string;
  city: string;
  zip_code: string;
  /** Name of the state as its list shows it, where the country has one. */
  state?: RegExp;
}

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

export const LAYLA: Person = {
  first_name: "ليلى",
  last_name: "الهاشمي",
  email: "layla@example.ae",
  phone: "501234567",
  street: "شارع الكورنيش ١٢",
  city: "دبي",
  zip_code: "",
  state: /Dubai|دبي/,
};

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
} as const;
