import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CLIENT = join(import.meta.dirname, "../src/client");
const PNG_WIDTH_AT = 16;

const manifest = JSON.parse(readFileSync(join(CLIENT, "public/manifest.webmanifest"), "utf8"));

/** A token's value in light and in dark. */
function colours(token: string): string[] {
  const tokens = readFileSync(join(CLIENT, "styles/tokens.css"), "utf8");
  return new RegExp(`--color-${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1) ?? [];
}

test("the browser's bars and an installed page's first moment have the page's own colours", () => {
  const page = readFileSync(join(CLIENT, "index.html"), "utf8");
  const bars = [...page.matchAll(/<meta name="theme-color" content="(#\w+)"/g)].map(([, colour]) => colour);
  expect(bars).toEqual(colours("surface"));
  expect(manifest).toMatchObject({ theme_color: colours("surface")[0], background_color: colours("bg")[0] });
});

test("each icon is there, as large as the manifest says", () => {
  for (const { src, sizes, type } of manifest.icons) {
    const file = readFileSync(join(CLIENT, "public", src));
    if (type !== "image/png") continue;
    const [width, height] = [file.readUInt32BE(PNG_WIDTH_AT), file.readUInt32BE(PNG_WIDTH_AT + 4)];
    expect(`${width}x${height}`).toBe(sizes);
  }
});
