// Many pictures on one page: shots/index.html, and one PNG for each size, language and scheme.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "@playwright/test";

const STYLE = `
  body { margin: 24px; font: 15px/1.4 system-ui, sans-serif; background: #ececec; color: #222 }
  h2 { margin: 32px 0 12px; font-weight: 600 }
  .sheet { display: grid; gap: 20px; align-items: start }
  .phone { grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)) }
  .desk { grid-template-columns: repeat(auto-fill, minmax(560px, 1fr)) }
  figure { margin: 0 } figcaption { margin-bottom: 6px }
  img { width: 100%; display: block; background: #fff; box-shadow: 0 0 0 1px #0002; object-fit: cover; object-position: top }
  .phone img { max-height: 720px } .desk img { max-height: 620px }`;

/** Writes the sheets for every folder of pictures (`phone-en-light`, ...) below `root`. */
export async function contactSheets(browser: Browser, root: string): Promise<void> {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sections: string[] = [];
  const page = await browser.newPage({ viewport: { width: 1880, height: 1000 } });
  for (const { name } of folders) {
    const section = sheet(root, name);
    sections.push(section);
    const file = join(root, `contact-${name}.html`);
    writeFileSync(file, document(section));
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: join(root, `contact-${name}.png`), fullPage: true });
  }
  await page.close();
  writeFileSync(join(root, "index.html"), document(sections.join("\n")));
}

function sheet(root: string, folder: string): string {
  const pictures = readdirSync(join(root, folder)).filter((name) => name.endsWith(".png")).sort();
  const figures = pictures.map(
    (name) => `<figure><figcaption>${name.replace(".png", "")}</figcaption>
      <a href="${folder}/${name}"><img src="${folder}/${name}" alt=""></a></figure>`,
  );
  return `<h2>${folder}</h2><div class="sheet ${folder.split("-")[0]}">${figures.join("\n")}</div>`;
}

function document(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Portico, every screen</title><style>${STYLE}</style>${body}`;
}
