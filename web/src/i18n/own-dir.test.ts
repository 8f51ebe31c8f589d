import { expect, test } from "vitest";
import { ownDir } from "./own-dir";

// clause: I18N-02
test("a text runs as its own language does, also where it begins with a foreign name", () => {
  expect(ownDir("Wi-Fi مجاني في كل غرفة.", "rtl")).toBe("rtl");
  expect(ownDir("Wi-Fi חינם בכל החדרים", "rtl")).toBe("rtl");
  expect(ownDir("Deluxe King", "rtl")).toBe("auto");
  expect(ownDir("غرفة الحديقة", "ltr")).toBe("auto");
  expect(ownDir("Our riad is called رياض.", "ltr")).toBe("auto");
});

// clause: I18N-02
test("a word, a comma or digits of the page's do not turn a foreign text round", () => {
  expect(ownDir("The house's name, دار النور, means house of light.", "rtl")).toBe("auto");
  expect(ownDir("12 Lantern Walk، Al Marsa", "rtl")).toBe("auto");
  expect(ownDir("Suite ١٢٣٤٥٦٧٨٩", "rtl")).toBe("auto");
});
