import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { chooseGroup, register } from "#test/support/browser/people.ts";
import playwrightConfig from "../playwright.config.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import { withBareReactPage } from "./bare-react-page.ts";
import { MUSICIAN } from "./musician.ts";
import type { Row } from "./table.ts";

/** Limit of a screen's weight, relative to a bare React page. */
const MOST_TIMES_BARE = 1.6;

type Script = { name: string; bytes: number };

/**
 * The JavaScript that a first visit of /login and of / loads. Reference: a bare React page built with the same tools.
 */
export async function measurePageWeight(): Promise<Row[]> {
  const reference = await withBareReactPage(scriptBytesIn);
  const diapason = await startDiapason();
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    // A new page each time: after a first visit, a service worker would answer the second path from its cache.
    const page = await browser.newPage({ baseURL: diapason.url, locale: "fr-FR", serviceWorkers: "block" });
    const login = await scriptsOf(page, "/login", "Connexion");
    await register(page, MUSICIAN);
    await chooseGroup(page, "Louange du dimanche");
    const dashboard = await scriptsOf(page, "/", "Prochains événements");
    return [rowOf("/login", login, reference), rowOf("/", dashboard, reference)];
  } finally {
    await browser.close();
    await diapason.stop();
  }
}

/**
 * Loads the path with an empty cache. Returns the scripts fetched until the heading is visible and the network is idle.
 */
async function scriptsOf(page: Page, path: string, heading: string): Promise<Script[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  const scripts: Promise<Script>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    const name = new URL(request.url()).pathname.replace("/assets/", "");
    scripts.push(request.sizes().then(({ responseBodySize }) => ({ name, bytes: responseBodySize })));
  });
  await page.goto(path, { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: heading }).waitFor();
  page.removeAllListeners("requestfinished");
  return Promise.all(scripts);
}

function rowOf(name: string, scripts: readonly Script[], reference: number): Row {
  const largestFirst = scripts.toSorted((a, b) => b.bytes - a.bytes);
  return {
    name,
    value: sum(scripts.map(({ bytes }) => bytes)),
    unit: "B",
    reference,
    goal: { of: "ratio", atMost: MOST_TIMES_BARE },
    detail: largestFirst.map((script) => `${script.name} ${script.bytes}`).join(", "),
  };
}

async function scriptBytesIn(folder: string): Promise<number> {
  const assets = join(folder, "assets");
  const sizes = (await readdir(assets)).map(async (name) => brotliBytes(await readFile(join(assets, name))));
  return sum(await Promise.all(sizes));
}

function brotliBytes(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
