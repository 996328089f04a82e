import { type Browser, chromium } from "@playwright/test";
import { addMonths, monthOf, plainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import { MARIE } from "#test/support/browser/band-members.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { returnAsMember, upcomingCards } from "#test/support/browser/visits.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import playwrightConfig from "../../playwright.config.ts";
import { median, percentile } from "../percentile.ts";
import type { Row, Table } from "../table.ts";
import { todayInParis } from "../team/month.ts";
import { GROUP } from "../team/start-team.ts";
import { measureInRounds } from "../measure-in-rounds.ts";
import { loadOnce } from "./load.ts";
import type { Visit } from "./slowed-page.ts";
import { tapInTurn } from "./taps.ts";
import { NEXT_EVENT } from "./visits.ts";

const ROUNDS = 3;
const EVENTS_A_MONTH = 20;
const FEW_MONTHS = 3;
const MANY_MONTHS = 500;

/** A local planning of 10,000 events in 500 months, compared with one of three such months. */
export async function measureLocalPlanning(): Promise<Table[]> {
  const diapason = await startDiapason();
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    const few = await visitWith(browser, diapason.url, inventEvents(FEW_MONTHS), "few@example.org");
    const many = await visitWith(browser, diapason.url, inventEvents(MANY_MONTHS), "many@example.org");
    const loads = await measureInRounds(ROUNDS, {
      few: () => loadOnce(browser, few),
      many: () => loadOnce(browser, many),
    });
    const months = await measureInRounds(ROUNDS, {
      few: () => changeMonth(browser, few),
      many: () => changeMonth(browser, many),
    });
    const answers = await measureInRounds(ROUNDS, {
      few: () => answer(browser, few),
      many: () => answer(browser, many),
    });
    const rows: Row[] = [
      {
        name: "/, its events visible",
        value: median(loads.many.map(({ visible }) => visible)),
        unit: "ms",
        reference: median(loads.few.map(({ visible }) => visible)),
      },
      ...tapRows("another month", months),
      ...tapRows("an answer's button", answers),
    ];
    const events = (MANY_MONTHS * EVENTS_A_MONTH).toLocaleString("en");
    return [{ title: `A local planning of ${events} events, four times slowed down`, rows }];
  } finally {
    await browser.close();
    await diapason.stop();
  }
}

/** Events on the first 20 days of this many months around the present one, each with one answer. */
function inventEvents(months: number): StoredEvent[] {
  const first = addMonths(monthOf(todayInParis()), -Math.floor(months / 2));
  const days = Array.from({ length: months * EVENTS_A_MONTH }, (_, index): PlainDate => {
    const { year, month } = addMonths(first, Math.floor(index / EVENTS_A_MONTH));
    return plainDate(year, month, 1 + (index % EVENTS_A_MONTH));
  });
  const availability = [
    { userId: "person-1", userName: "Hugo Lambert", position: "Batterie", status: "present" as const },
  ];
  return days.map((date) => planned(date, "10:00", `Culte du ${date}`, { availability }));
}

async function visitWith(browser: Browser, url: string, events: readonly StoredEvent[], email: string): Promise<Visit> {
  const page = await browser.newPage({ baseURL: url, locale: "fr-FR", serviceWorkers: "block" });
  await returnAsMember(page, { ...MARIE, email }, { selectedGroup: GROUP, events });
  const state = await page.context().storageState();
  await page.close();
  const today = todayInParis();
  const next = events.find(({ date }) => date >= today);
  const shows = [
    { selector: `[data-date="${today.slice(0, 8)}01"]`, text: `Culte du ${today.slice(0, 8)}01` },
    { selector: NEXT_EVENT, text: next?.name ?? "" },
  ];
  return { url: `${url}/`, shows, state };
}

function changeMonth(browser: Browser, visit: Visit): Promise<number[]> {
  const buttons = ["Mois suivant", "Mois précédent"];
  return tapInTurn(
    browser,
    visit,
    (page) => buttons.map((name) => page.getByRole("button", { name, exact: true })),
    "h1",
  );
}

function answer(browser: Browser, visit: Visit): Promise<number[]> {
  return tapInTurn(browser, visit, (page) =>
    ["Présent", "Absent"].map((name) => upcomingCards(page).first().getByRole("button", { name, exact: true })),
  );
}

function tapRows(name: string, { few, many }: Readonly<Record<"few" | "many", readonly number[][]>>): Row[] {
  const row = (share: number): Row => ({
    name: `${name}, p${share * 100}`,
    value: percentile(many.flat(), share),
    unit: "ms",
    reference: percentile(few.flat(), share),
  });
  return [row(0.5), row(0.98)];
}
