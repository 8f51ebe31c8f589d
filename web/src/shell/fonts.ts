/** The faces a language is set in, loaded before the page shows, so that no line moves when they come. */

export const FONT_WAIT_MS = 600;

const arabic = ['16px "Readex Pro"', '32px "Markazi Text"'];
const latin = ['16px "Geist"', '32px "Newsreader"'];

/** Settles when the faces are there, failed, or took too long. */
export async function loadFonts(
  dir: "ltr" | "rtl",
  fonts: FontFaceSet | undefined = document.fonts,
): Promise<void> {
  if (!fonts) return;
  const faces =
    dir === "rtl"
      ? [...arabic.map((face) => fonts.load(face, "ا")), ...latin.map((face) => fonts.load(face))]
      : latin.map((face) => fonts.load(face));
  await Promise.race([
    Promise.allSettled(faces),
    new Promise((resolve) => setTimeout(resolve, FONT_WAIT_MS)),
  ]);
}
