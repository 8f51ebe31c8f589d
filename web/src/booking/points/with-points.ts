/** How a rate is booked with points, and what the slider goes through. Pure. */
import type { RateOffer, SelectedRoom, SetRateBody, SliderView } from "../../api";

/** The smaller of the points on the rate and those of the member; the server has the last word (POINTS-04, POINTS-06). */
export function pointsWith(
  rate: Pick<RateOffer, "price_summary">,
  rooms: number,
  redeemable: number,
): Pick<SetRateBody, "booked_with_points" | "total_redeemed_points"> {
  const offered = rate.price_summary.total_points * rooms;
  return { booked_with_points: true, total_redeemed_points: Math.min(offered, redeemable) };
}

/** What can be chosen for a room while the others take so many of the member's points (POINTS-08). */
export function optionsBeside(
  view: Pick<SliderView, "payment_options" | "redeemable">,
  others: number,
): SliderView["payment_options"] {
  return view.payment_options.filter((option) => option.points <= view.redeemable - others);
}

/** The place on the slider, from 1, of what is chosen: that option, else the last that takes no more (POINTS-03). */
export function placeOf(options: readonly { points: number }[], chosen: number): number {
  const place = options.findLastIndex((option) => option.points <= chosen);
  return Math.max(place, 0) + 1;
}

/** Posts in this order ask for no point before another room has let go of it. */
export function lessFirst<R extends { before: number; after: number }>(changes: readonly R[]): R[] {
  return [...changes].sort((one, other) => one.after - one.before - (other.after - other.before));
}

/** A room paid with an option of its slider, in the server's own figures: what the bill shows before it is saved. */
export function paidWith(room: SelectedRoom, option: SliderView["payment_options"][number]): SelectedRoom {
  const { points: total_redeemed_points, amount, conversion_amount } = option;
  const twin = conversion_amount === undefined ? {} : { conversion_amount_to_pay: conversion_amount };
  const profile_taxes = room.profile_taxes && { ...room.profile_taxes, amount_to_pay: amount, ...twin };
  return { ...room, total_redeemed_points, profile_taxes };
}
