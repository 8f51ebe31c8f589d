/** For tests: a card form that always gives one. `vi.mock("../card/host", () => import("./test-card"))`. */
import { type Ref, useImperativeHandle } from "react";
import type { CardHandle } from "../card/host";

const card = {
  status: "SUCCESS",
  masked_card_number: "XXXXXXXXXXXX4242",
  card_brand: "VISA",
  card_expire_month: "3",
  card_expire_year: "2029",
  token: "tok_1",
  card_unique_code: "u1",
  external_reference_number: "r1",
  card_holder: "S NI BHRIAIN",
};

/** For a test that wants another answer. */
export const cardForm: CardHandle = { submit: async () => card };

export function CardHost({ ref }: { ref: Ref<CardHandle> }) {
  useImperativeHandle(ref, () => cardForm);
  return null;
}
