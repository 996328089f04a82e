import { brotliCompressSync, constants } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { VISIT_DATA_ID } from "#contract/visit/visit-data.ts";
import playwrightConfig from "../../playwright.config.ts";
import { percentile } from "../percentile.ts";
import type { Table } from "../table.ts";
import { type Member, startTeam, type Team } from "../team/start-team.ts";
import { measureInRounds } from "../measure-in-rounds.ts";
import { type Load, loadOnce } from "./load.ts";
import { loadRows, slowNetworkRows } from "./page-rows.ts";
import { startReferencePage } from "./reference-page.ts";
import type { Visit } from "./slowed-page.ts";
import { tapInTurn } from "./taps.ts";
import { answerButtons, dashboardVisit } from "./visits.ts";

const ROUNDS = 5;
/** One of them is the visitor. */
const PEOPLE = 12;
const MANY_PEOPLE = 60;

/**
 * Loads the shared planning as a member's phone with an empty cache does, and measures taps on an answer. References: a
 * bare React page, and the smallest React page that reads the same month and shows its events.
 */
export async function measurePage(): Promise<Table[]> {
  const [team, largeTeam] = [await startTeam(PEOPLE - 1), await startTeam(MANY_PEOPLE - 1)];
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  const home = await dashboardVisit(browser, team);
  const bare = await startReferencePage("bare");
  const miniMonth = await startReferencePage("mini-month", { "/answers.json": await readMonth(team) });
  try {
    const visits = {
      bare: { url: bare.url, shows: [{ selector: "#root", text: "Bonjour" }] },
      miniMonth: { url: miniMonth.url, shows: [{ selector: "#root", text: team.events.at(-1)?.name ?? "" }] },
      login: { url: `${team.url}/login`, shows: [{ selector: "#root", text: "Se connecter" }] },
      home,
      largeHome: await dashboardVisit(browser, largeTeam),
    };
    const loads = await takeVisits(browser, visits);
    const slow = await takeVisits(browser, {
      miniMonth: { ...visits.miniMonth, isSlowNetwork: true },
      home: { ...home, isSlowNetwork: true },
    });
    const taps = await measureInRounds(ROUNDS, {
      bare: () => tapInTurn(browser, visits.bare, (page) => [page.getByRole("button")]),
      home: () => tapInTurn(browser, home, (page) => answerButtons(page, team)),
    });
    const rows = [...loadRows(loads, await bareDocumentBytes(browser, home)), ...slowNetworkRows(slow)];
    return [
      { title: "A cold visit, four times slowed down, medians of 5 rounds", rows },
      { title: "A tap until it is painted, four times slowed down", rows: tapRows(taps.home.flat(), taps.bare.flat()) },
    ];
  } finally {
    await browser.close();
    bare.stop();
    miniMonth.stop();
    await Promise.all([team.stop(), largeTeam.stop()]);
  }
}

function takeVisits<Name extends string>(
  browser: Browser,
  visits: Readonly<Record<Name, Visit>>,
): Promise<Record<Name, Load[]>> {
  const names = Object.keys(visits) as Name[];
  const measurements = Object.fromEntries(names.map((name) => [name, () => loadOnce(browser, visits[name])]));
  return measureInRounds(ROUNDS, measurements as Record<Name, () => Promise<Load>>);
}

/** The month's events with all answers, as the API sends them. */
async function readMonth({ url, monthPath, members: [member] }: Team): Promise<string> {
  const response = await fetch(`${url}${monthPath}`, { headers: { cookie: cookieOf(member) } });
  if (!response.ok) throw new Error(`the month was refused with ${response.status}`);
  return response.text();
}

function cookieOf(member: Member | undefined): string {
  return member?.cookie ?? "";
}

/** How large the dashboard's document would be without its data, compressed as the server does it. */
async function bareDocumentBytes(browser: Browser, { url, state }: Visit): Promise<number> {
  const context = await browser.newContext(state === undefined ? {} : { storageState: state });
  const html = await (await context.request.get(url)).text();
  await context.close();
  const withoutData = html.replace(new RegExp(`<script[^>]*id="${VISIT_DATA_ID}".*?</script>`, "s"), "");
  return brotliCompressSync(withoutData, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

function tapRows(own: readonly number[], reference: readonly number[]) {
  const row = (name: string, share: number, reach: number, aim: number) => ({
    name: `an answer's button, ${name}`,
    value: percentile(own, share),
    unit: "ms" as const,
    reference: percentile(reference, share),
    goal: { of: "value", reach, aim } as const,
  });
  return [row("p50", 0.5, 48, 32), row("p98", 0.98, 80, 50)];
}
