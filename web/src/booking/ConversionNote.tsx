import type { Conversion } from "../api";
import { useI18n } from "../i18n";
import { useBooking } from "./BookingProvider";

/** Says of converted prices what they are: by which day's rate, and what the hotel really charges in (CUR-08). */
export function ConversionNote({ conversion }: { conversion: Conversion | null | undefined }) {
  const { t, day } = useI18n();
  const { currency } = useBooking();
  if (!conversion) return null;
  const words = { shown: conversion.currency, currency, date: day(conversion.date) };
  return <p className="conversion quiet small">{t("lbl_converted_prices", words)}</p>;
}
