/** Own marks of the card brands (CARD-10): shapes that tell them apart, no brand's logo. */
import type { ReactNode } from "react";
import { Icon } from "../ui";

const marks: Record<string, ReactNode> = {
  AMEX: <path d="M6 16 9 8l3 8M7.2 13.4h3.6M18 8l-5 8M13 8l5 8" />,
  DINERS: (
    <>
      <circle cx="12" cy="12" r="4.6" />
      <path d="M10.6 7.8v8.4M13.4 7.8v8.4" />
    </>
  ),
  DISCOVER: (
    <>
      <circle cx="15" cy="12" r="2.6" fill="currentColor" />
      <path d="M6 9v6h1.6a3 3 0 0 0 0-6Z" />
    </>
  ),
  INTERAC: <path d="M6.5 9v6M10 15V9l4 6V9M17.5 9v6" />,
  JCB: (
    <path d="M8 8.5v5a2 2 0 0 1-3 1.7M13.5 9.4a3 3 0 1 0 0 5.2M16.2 8.7v6.6h1.4a1.7 1.7 0 0 0 .3-3.3 1.7 1.7 0 0 0-.3-3.3Z" />
  ),
  MASTER: (
    <>
      <circle cx="10" cy="12" r="3.4" />
      <circle cx="14" cy="12" r="3.4" />
    </>
  ),
  VISA: <path d="m6 9 2.6 6.4L11.6 9M14 15.2l3.6-6.4" />,
};

/** As the vault names the brand; another one is a plain card. */
export function BrandMark({ brand }: { brand: string }) {
  const mark = marks[brand.toUpperCase()];
  if (!mark) return <Icon name="card" small />;
  return (
    <svg className="i brand-mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="2.5" y="5" width="19" height="14" rx="2.2" />
      {mark}
    </svg>
  );
}
