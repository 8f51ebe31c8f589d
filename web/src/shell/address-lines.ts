/** A hotel's address as its country writes it; the server says in which order. Pure. */
import type { Property } from "../api";

type Place = Pick<Property, "address" | "city" | "state" | "zip_code" | "address_format">;

/**
 * The lines from top to bottom. What is empty leaves no gap and no mark behind, and a city that the country's form has no
 * place for stands above the last line, unless that names it already.
 */
export function addressLines(place: Place): string[] {
  const { address_format, city } = place;
  const lines = address_format
    .split("\n")
    .map((line) => filled(line, place))
    .filter((line) => line !== "");
  const named = lines.some((line) => line.toLowerCase().includes((city ?? "").toLowerCase()));
  if (city && !address_format.includes("{city}") && !named) lines.splice(1, 0, city);
  return lines;
}

/** One line: what stands between two parts is written when both are there, what stands before the first with it. */
function filled(line: string, place: Place): string {
  const [before = "", ...rest] = line.split(/\{(address|city|state|zip_code)\}/);
  if (rest.length === 0) return line;
  let out = "";
  let between = before;
  for (let at = 0; at < rest.length; at += 2) {
    const value = place[rest[at] as "address" | "city" | "state" | "zip_code"] ?? "";
    if (value !== "") out += (at === 0 || out !== "" ? between : "") + value;
    between = rest[at + 1] ?? "";
  }
  return out;
}
