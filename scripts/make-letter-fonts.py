#!/usr/bin/env python3
"""Makes the fonts of the confirmation letter, crates/letter/fonts/*.ttf.

    pip install fonttools brotli
    python3 scripts/make-letter-fonts.py DIR

DIR holds the .woff2 files of the packages named in crates/letter/fonts/README.md, at any depth. Each line below is
one static TTF: a variable font pinned to one weight (and optical size), without hinting, because a PDF is not drawn
on a grid.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).resolve().parent.parent / "crates/letter/fonts"

# What comes out, from which file, pinned where.
FONTS = [
    ("serif-latin", "newsreader-latin-opsz-normal", {"wght": 400, "opsz": 28}),
    ("serif-latin-ext", "newsreader-latin-ext-opsz-normal", {"wght": 400, "opsz": 28}),
    ("serif-vietnamese", "newsreader-vietnamese-opsz-normal", {"wght": 400, "opsz": 28}),
    ("serif-cyrillic", "noto-serif-cyrillic-wght-normal", {"wght": 400}),
    ("serif-greek", "noto-serif-greek-wght-normal", {"wght": 400}),
    ("serif-hebrew", "noto-serif-hebrew-hebrew-wght-normal", {"wght": 400}),
    ("serif-arabic", "markazi-text-arabic", {"wght": 400}),
]
for weight, name in ((400, "regular"), (560, "strong")):
    FONTS += [
        (f"sans-latin-{name}", "geist-latin-wght-normal", {"wght": weight}),
        (f"sans-latin-ext-{name}", "geist-latin-ext-wght-normal", {"wght": weight}),
        (f"sans-vietnamese-{name}", "geist-vietnamese-wght-normal", {"wght": weight}),
        (f"sans-cyrillic-{name}", "geist-cyrillic-wght-normal", {"wght": weight}),
        (f"sans-cyrillic-ext-{name}", "geist-cyrillic-ext-wght-normal", {"wght": weight}),
        (f"sans-greek-{name}", "noto-sans-greek-wght-normal", {"wght": weight}),
        (f"sans-hebrew-{name}", "noto-sans-hebrew-hebrew-wght-normal", {"wght": weight}),
        (f"sans-arabic-{name}", "readex-pro-arabic-wght-normal", {"wght": weight}),
    ]
FONTS.append(("sans-devanagari-regular", "noto-sans-devanagari-wght-normal", {"wght": 400}))

# Signs of currencies that none of those has, and nothing else of their fonts. One is written with an okina.
SIGNS = [
    ("sans-signs-regular", "noto-sans-latin-ext-wght-normal", range(0x20A0, 0x20C1)),
    ("sans-okina-regular", "noto-sans-latin-wght-normal", [0x02BB]),
    ("sans-sign-baht-regular", "noto-sans-thai-thai-wght-normal", [0x0E3F]),
    ("sans-sign-dram-regular", "noto-sans-armenian-armenian-wght-normal", [0x058F]),
]


def make(out: str, source: Path, pins: dict[str, float], only: Iterable[int] = ()) -> None:
    font = TTFont(source)
    font = instantiateVariableFont(font, pins, inplace=True)
    if only:
        subset = Subsetter()
        subset.populate(unicodes=only)
        subset.subset(font)
    for table in ("fpgm", "prep", "cvt ", "gasp", "hdmx", "LTSH", "VDMX", "STAT", "meta"):
        if table in font:
            del font[table]
    for name in font["glyf"].glyphs:
        font["glyf"][name].removeHinting()
    font.flavor = None
    font.save(OUT / f"{out}.ttf")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    files = {path.stem: path for path in Path(sys.argv[1]).rglob("*.woff2")}
    OUT.mkdir(exist_ok=True)
    for out, source, pins in FONTS:
        make(out, files[source], pins)
    for out, source, only in SIGNS:
        make(out, files[source], {"wght": 400}, only)


if __name__ == "__main__":
    main()
