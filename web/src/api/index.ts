export {
  activityCalendar,
  activityPrice,
  confirmActivity,
  type Party,
  payActivity,
  type SeenActivity,
  type StartedAccess,
  saveActivityGuests,
  startActivity,
} from "./activity-calls";
export { addonsOf, includeAddons } from "./addon-calls";
export { addressRules, searchAddress } from "./address-calls";
export { findBrand, type LowestQuestion, lowestRates, PAGE } from "./brand-calls";
export { rateCalendar } from "./calendar-calls";
export { api, type BatchAccess, setRegion } from "./calls";
export { type CardBooking, cardFrame, cardStatus, cardToken } from "./card-calls";
export { onFailure, onUnconverted } from "./client";
export { checkDiscounts, checkMop } from "./code-calls";
export { listCurrencies } from "./currency-calls";
export {
  type AgreedEvent,
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
export { allLeft, holding, leave, mayHold, whenLeft } from "./leaving";
export {
  addGuarantee,
  cancelConsent,
  cancelExtra,
  cancelReservation,
  changeStay,
  findReservation,
  type LookUp,
  updateGuest,
} from "./manage-calls";
export { addGuest, commitBatch, guaranteeTypes } from "./order-calls";
export { paymentLinkStatus } from "./payment-link-calls";
export { redeemPoints, sliderView } from "./points-calls";
export { ApiProblem, hasCode, namesField } from "./problem";
export {
  type AvailabilityQuery,
  applicablePackages,
  availability,
  findRooming,
  rateBreakdown,
  reserveForCompany,
  sessionFolio,
  setSessionRate,
  suggestedRooms,
} from "./room-calls";
export type * from "./types";
