#!/usr/bin/env node
/**
 * `npm run icons`: renders the icons of the installed page from src/client/public/favicon.svg, in Chromium. Some icons
 * have the rounded corners. The others are a full square, for systems that cut out their own shape: on these only the
 * middle 80 % are sure to be visible.
 *
 * Run it after a change of favicon.svg, and commit the icons.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";

const PUBLIC = fileURLToPath(new URL("../src/client/public/", import.meta.url));
const DRAWING = readFileSync(`${PUBLIC}favicon.svg`, "utf8");
const WHOLE_SQUARE = DRAWING.replace(' rx="8"', "");

/** The fork alone, in one colour on transparent ground, for status bars: systems take only its shape. */
const BADGE = DRAWING.replace(/<rect[^>]*>/, "").replace('viewBox="0 0 32 32"', 'viewBox="4 4 24 24"');

const ICONS = [
  { name: "192", size: 192, drawing: DRAWING },
  { name: "512", size: 512, drawing: DRAWING },
  { name: "maskable-512", size: 512, drawing: WHOLE_SQUARE },
  { name: "badge-96", size: 96, drawing: BADGE },
  { name: "apple-180", size: 180, drawing: WHOLE_SQUARE },
];

mkdirSync(`${PUBLIC}icons`, { recursive: true });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
for (const { name, size, drawing } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  const image = await page.screenshot({ omitBackground: true });
  writeFileSync(`${PUBLIC}icons/${name}.png`, image);
  console.log(`icons/${name}.png ${image.length} B`);
}
await browser.close();
