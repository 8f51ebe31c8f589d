import { afterEach, expect, test } from "vitest";
import { ownDir } from "./own-dir";

afterEach(() => {
  document.dir = "";
});

// clause: I18N-02
test("a text runs as its own language does, also where it begins with a foreign name", () => {
  document.dir = "rtl";
  expect(ownDir("Wi-Fi مجاني في كل غرفة.")).toBe("rtl");
  expect(ownDir("Deluxe King")).toBe("auto");
  document.dir = "ltr";
  expect(ownDir("غرفة الحديقة")).toBe("auto");
  expect(ownDir("Our riad is called رياض.")).toBe("auto");
});
