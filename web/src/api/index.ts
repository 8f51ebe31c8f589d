export { addonsOf, includeAddons } from "./addon-calls";
export { searchAddress } from "./address-calls";
export { findBrand, type LowestQuestion, lowestRates } from "./brand-calls";
export { type AvailabilityQuery, api, type BatchAccess, type CardBooking, setRegion } from "./calls";
export { onFailure, onUnconverted } from "./client";
export { clearFailure, hearFailures, raise, raiseExpired, SESSION_EXPIRED, useFailure } from "./failure";
export {
  addGuarantee,
  cancelConsent,
  cancelReservation,
  changeStay,
  findReservation,
  type LookUp,
  updateGuest,
} from "./manage-calls";
export { paymentLinkStatus } from "./payment-link-calls";
export { redeemPoints, sliderView } from "./points-calls";
export { ApiProblem, hasCode } from "./problem";
export type * from "./types";
