import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsMember } from "#test/support/browser/visits.ts";
import playwrightConfig from "../playwright.config.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import { withBareReactPage } from "./bare-react-page.ts";
import { listenOnLoopback } from "./loopback.ts";
import { MUSICIAN } from "./musician.ts";
import { median } from "./percentile.ts";
import type { Row } from "./table.ts";

const ROUNDS = 9;
/** A phone compared with this machine. */
const CPU_SLOWDOWN = 4;
/**
 * The reference paints one heading; ours paints a screen with its styles and two fonts. Waits become visible here, as a
 * timer of 300 ms did.
 */
const MOST_TIMES_BARE = 3.5;

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A month of 20 events with the answers of 12 people to each. */
const EVENTS = Array.from({ length: 20 }, (_, index) => {
  const day = String(index + 1).padStart(2, "0");
  const availability = Array.from({ length: 12 }, (__, person) => ({
    userId: `person-${person}`,
    userName: `Personne ${person}`,
    position: person === 0 ? "Batterie" : "Voix",
    status: "present" as const,
  }));
  return planned(`2099-11-${day}`, "10:00", `Culte ${index}`, { availability });
});

type Visit = { name: string; url: string; text: string; state?: StorageState };

/**
 * Time from the start of a visit with empty caches to its main content, compared with a bare React page with one
 * heading. The visits alternate, so that a busy moment affects all of them.
 */
export function measureFirstContent(): Promise<Row[]> {
  return withBareReactPage(async (folder) => {
    const files = createFileServer(folder);
    const port = await listenOnLoopback(files);
    const diapason = await startDiapason();
    const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
    try {
      const bare = { name: "a bare page", url: `http://127.0.0.1:${port}/index.html`, text: "Bonjour" };
      const login = { name: "/login", url: `${diapason.url}/login`, text: "Se connecter" };
      const state = await stateOfMember(browser, diapason.url);
      const month = { name: "/ with its events", url: `${diapason.url}/`, text: "Culte 0", state };
      const [reference = [], ...own] = await takeTurns(browser, [bare, login, month]);
      return [login, month].map(({ name }, index) => ({
        name: `${name}, visible`,
        value: median(own[index] ?? []),
        unit: "ms",
        reference: median(reference),
        goal: { of: "ratio", atMost: MOST_TIMES_BARE },
      }));
    } finally {
      await browser.close();
      await diapason.stop();
      files.close();
    }
  });
}

/** Browser storage of a member who has answered before. */
async function stateOfMember(browser: Browser, baseURL: string): Promise<StorageState> {
  const page = await browser.newPage({ baseURL });
  await returnAsMember(page, MUSICIAN, { selectedGroup: "1", events: EVENTS });
  const state = await page.context().storageState();
  await page.close();
  return state;
}

/** Milliseconds of each visit, in the order of `visits`. */
async function takeTurns(browser: Browser, visits: readonly Visit[]): Promise<number[][]> {
  const times = visits.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, visit] of visits.entries()) times[index]?.push(await visitOnce(browser, visit));
  }
  return times;
}

async function visitOnce(browser: Browser, { url, text, state }: Visit): Promise<number> {
  const context = await browser.newContext({
    locale: "fr-FR",
    serviceWorkers: "block",
    ...(state && { storageState: state }),
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: "commit" });
  const time = await page.evaluate(whenPainted, text);
  await context.close();
  return time;
}

/** When the page has painted `text`, in milliseconds from the start of the visit. */
function whenPainted(text: string): Promise<number> {
  return new Promise((resolve) => {
    function look(): void {
      if (document.body?.textContent.includes(text)) {
        // One frame after the text was added, it is painted.
        requestAnimationFrame(() => resolve(performance.now()));
      } else {
        requestAnimationFrame(look);
      }
    }
    look();
  });
}

function createFileServer(folder: string): Server {
  return createServer((request, response) => {
    const type = extname(request.url ?? "") === ".js" ? "text/javascript" : "text/html";
    readFile(join(folder, request.url ?? "")).then(
      (content) => response.writeHead(200, { "content-type": type }).end(content),
      () => response.writeHead(404).end(),
    );
  });
}
