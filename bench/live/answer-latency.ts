import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { chromium, type Browser, type Page } from "@playwright/test";
import { MARIE } from "#test/support/browser/band-members.ts";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import playwrightConfig from "../../playwright.config.ts";
import { listenOnLoopback } from "../loopback.ts";
import { percentile } from "../percentile.ts";
import type { Row, Table } from "../table.ts";

const ANSWERS = 60;
/** Not counted: these answers warm up both pages and the server. */
const WARM_UP = 10;
const MOST_P95_MS = 300;

/**
 * Time from a member's press to their name in the admin's list. Reference: the same path through a server that does
 * nothing else.
 */
export async function measureAnswerLatency(): Promise<Table[]> {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    const reference = await measureBareStream(browser);
    const own = await measureAnswers(browser);
    const row = (name: string, part: number): Row => ({
      name,
      value: percentile(own, part),
      unit: "ms",
      reference: percentile(reference, part),
    });
    const rows: Row[] = [
      row("an answer on another screen, median", 0.5),
      { ...row("an answer on another screen, p95", 0.95), goal: { of: "value", reach: MOST_P95_MS } },
    ];
    return [{ title: "Shared planning, from one browser to another", rows }];
  } finally {
    await browser.close();
  }
}

async function measureAnswers(browser: Browser): Promise<number[]> {
  const diapason = await startDiapason();
  try {
    const open = async () => (await browser.newContext({ baseURL: diapason.url, locale: "fr-FR" })).newPage();
    const [admin, member] = [await open(), await open()];
    await returnAsAdmin(admin, { selectedGroup: "1" });
    await returnAsMember(member, MARIE, { selectedGroup: "1" });
    const event = planned("2099-11-15", "10:00", "Culte");
    const groups = [{ id: "1", name: "Louange du dimanche" }];
    const shared = await admin.request.post("/api/sharing", { data: { groups, events: [event] } });
    if (!shared.ok()) throw new Error(await shared.text());
    await Promise.all([admin, member].map((page) => page.goto(`/events/${event.id}`)));
    await admin.getByRole("list", { name: "Présents" }).waitFor({ state: "attached" });
    const buttons = ["Présent", "Absent"].map((name) => member.getByRole("button", { name, exact: true }));
    const lists = ["Présents", "Absents"];
    const times: number[] = [];
    for (let index = 0; index < ANSWERS; index += 1) {
      const seen = timeOfMatch(admin, `ul[aria-label="${lists[index % 2]}"] li`);
      const pressed = await press(member, buttons[index % 2]);
      times.push((await seen) - pressed);
    }
    return times.slice(WARM_UP);
  } finally {
    await diapason.stop();
  }
}

/** Clicks the button; resolves with the time when the page got the click, in milliseconds since 1970. */
async function press(page: Page, button: ReturnType<Page["getByRole"]> | undefined): Promise<number> {
  const pressedAt = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("click", () => resolve(performance.timeOrigin + performance.now()), {
          capture: true,
          once: true,
        });
      }),
  );
  await button?.click();
  return pressedAt;
}

/** Resolves with the time when an element matches `selector`, in milliseconds since 1970. */
function timeOfMatch(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(look);
        function look(): void {
          if (document.querySelector(wanted) === null) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        }
        observer.observe(document.body, { childList: true, subtree: true });
        look();
      }),
    selector,
  );
}

/** The same path on a server without a database: a call of one page, a server-sent event to the other. */
async function measureBareStream(browser: Browser): Promise<number[]> {
  const server = createBareStream();
  const port = await listenOnLoopback(server);
  const context = await browser.newContext();
  try {
    const [reader, writer] = [await context.newPage(), await context.newPage()];
    await Promise.all([reader, writer].map((page) => page.goto(`http://127.0.0.1:${port}/`)));
    await reader.evaluate(() => {
      new EventSource("/stream").addEventListener("message", ({ data }) => {
        document.body.innerHTML = `<p id="n${data}"></p>`;
      });
    });
    const times: number[] = [];
    for (let index = 0; index < ANSWERS; index += 1) {
      const seen = timeOfMatch(reader, `#n${index}`);
      const sent = await writer.evaluate(async (number) => {
        const start = performance.timeOrigin + performance.now();
        await fetch("/send", { method: "POST", body: String(number) });
        return start;
      }, index);
      times.push((await seen) - sent);
    }
    return times.slice(WARM_UP);
  } finally {
    await context.close();
    closeAll(server);
  }
}

function createBareStream() {
  const streams = new Set<ServerResponse>();
  return createHttpServer((request, response) => {
    if (request.url === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      streams.add(response);
    } else if (request.url === "/send") {
      request.setEncoding("utf8").on("data", (text: string) => {
        for (const stream of streams) stream.write(`data: ${text}\n\n`);
        response.end();
      });
    } else {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body></body>");
    }
  });
}

function closeAll(server: ReturnType<typeof createBareStream>): void {
  server.close();
  server.closeAllConnections();
}
