import { expect, test } from "vitest";
import { ownDir } from "./own-dir";

// clause: I18N-02
test("a text runs as its own language does, also where it begins with a foreign name", () => {
  expect(ownDir("Wi-Fi مجاني في كل غرفة.", "rtl")).toBe("rtl");
  expect(ownDir("Deluxe King", "rtl")).toBe("auto");
  expect(ownDir("غرفة الحديقة", "ltr")).toBe("auto");
  expect(ownDir("Our riad is called رياض.", "ltr")).toBe("auto");
});
