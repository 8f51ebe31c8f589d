/** A member of the hotel's programme who is signed in. */
import type { LoggedInUser } from "../types";

export const member: LoggedInUser = {
  account_number: "QC-1042",
  user_id: "7",
  user_display_name: "Maya Lindqvist",
  loyalty_program_id: "QUAY_CLUB",
  allow_redeem_points: false,
  member_points: null,
  login_url: "/v4/website/users/log-in?property_id=1",
  logout_url: "/v4/website/users/log-out?property_id=1&proof=p",
  profile_management_url: "https://login.example/profile",
  first_name: "Maya",
  middle_name: null,
  last_name: "Lindqvist",
  email: [
    { email: "old@guest.example", primary: false },
    { email: "maya@guest.example", primary: true },
  ],
  phone: [
    { phone: "+12075550142", primary: false },
    { phone: "+12075550199", primary: false },
  ],
  address: [
    {
      address: "3 Chandler Row\nFlat 2",
      city: "Portland",
      state: "Maine",
      zip_code: "04101",
      country: "US",
      primary: true,
    },
  ],
};
