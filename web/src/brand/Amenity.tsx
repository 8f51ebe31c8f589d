import { useEffect, useState } from "react";
import type { BrandProperty } from "../api";
import { AmenityIcon } from "./AmenityIcon";

/** Its drawing, and its name while the pointer or the focus is on it, until Escape (WCAG 1.4.13). */
export function Amenity({ name, icon }: BrandProperty["amenities"][number]) {
  const [told, setTold] = useState(false);
  const tell = () => setTold(true);
  useEffect(() => {
    if (!told) return;
    // the focus may be anywhere while the pointer is here
    const hush = (event: KeyboardEvent) => {
      if (event.key === "Escape") setTold(false);
    };
    document.addEventListener("keydown", hush);
    return () => document.removeEventListener("keydown", hush);
  }, [told]);
  return (
    <button
      type="button"
      className="amenity"
      aria-label={name}
      data-name={told ? name : undefined}
      onPointerEnter={tell}
      onFocus={tell}
    >
      <AmenityIcon code={icon} />
    </button>
  );
}
