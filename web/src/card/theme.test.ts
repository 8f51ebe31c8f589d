import { expect, test } from "vitest";
import { frameLabels } from "./theme";

// clause: PAY-09
test("the frame gets its labels by its own names, and nothing that the language lacks", () => {
  const words: Record<string, string> = {
    lbl_frame_number: "رقم البطاقة",
    lbl_frame_tries_used_up: "!",
    lbl_credit_card_is_required: "بطاقة الائتمان مطلوبة",
    lbl_refused_card_declined: "؟",
  };
  expect(frameLabels((key) => words[key] ?? key)).toEqual({
    number: "رقم البطاقة",
    too_many: "!",
    number_required: "بطاقة الائتمان مطلوبة",
    refused: "؟",
  });
});
