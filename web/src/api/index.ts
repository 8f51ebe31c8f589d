export { addonsOf, includeAddons } from "./addon-calls";
export { searchAddress } from "./address-calls";
export { type AvailabilityQuery, api, type BatchAccess, type CardBooking, setRegion } from "./calls";
export { onFailure, onUnconverted } from "./client";
export {
  confirmEvent,
  type EventAccess,
  eventSpaces,
  eventTypes,
  guaranteeEvent,
  newEvent,
  readEvent,
  saveEventContact,
  savePackages,
  searchCompany,
  takeSpaces,
} from "./event-calls";
export { clearFailure, hearFailures, raise, raiseExpired, SESSION_EXPIRED, useFailure } from "./failure";
export {
  addGuarantee,
  cancelConsent,
  cancelReservation,
  findReservation,
  type LookUp,
  updateGuest,
} from "./manage-calls";
export { paymentLinkStatus } from "./payment-link-calls";
export { redeemPoints, sliderView } from "./points-calls";
export { ApiProblem, hasCode } from "./problem";
export type * from "./types";
