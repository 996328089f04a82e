import type { Browser, Locator, Page } from "@playwright/test";
import { MARIE } from "#test/support/browser/band-members.ts";
import { expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsMember, upcomingCard } from "#test/support/browser/visits.ts";
import { todayInParis } from "../team/month.ts";
import { answerAll, GROUP, statusOf, type Team } from "../team/start-team.ts";
import { BROWSER, type StorageState, type Visit } from "./slowed-page.ts";

/** An event of the list beside the month, or below it. */
export const NEXT_EVENT = 'section[aria-label="Calendrier"] ~ * section li';

/** A visit of the dashboard by a member whose browser has shown it before. It shows her month and the next events. */
export async function dashboardVisit(browser: Browser, team: Team): Promise<Visit> {
  const [first, next] = [team.events[0], nextEvent(team)];
  return {
    url: `${team.url}/`,
    shows: [
      { selector: `[data-date="${first?.date}"]`, text: first?.name ?? "" },
      { selector: NEXT_EVENT, text: next?.name ?? "" },
    ],
    state: await stateOfMember(browser, team),
    isRepeated: true,
  };
}

/** Registers one more member, who has answered each event; returns what her browser keeps after a visit. */
async function stateOfMember(browser: Browser, team: Team): Promise<StorageState> {
  const page = await browser.newPage({ ...BROWSER, baseURL: team.url });
  await returnAsMember(page, MARIE, { selectedGroup: GROUP });
  const cookies = await page.context().cookies();
  await answerAll(team, cookies.map(({ name, value }) => `${name}=${value}`).join("; "), team.members.length);
  await page.goto("/");
  await expectUpToDate(page);
  const state = await page.context().storageState();
  await page.close();
  return state;
}

function nextEvent({ events }: Team) {
  return events.find(({ date }) => date >= todayInParis());
}

/** The two answer buttons of the next event's card. The one that is not pressed comes first. */
export function answerButtons(page: Page, team: Team): Locator[] {
  const card = upcomingCard(page, nextEvent(team)?.name ?? "");
  const answer = statusOf(
    team.events.findIndex((event) => event === nextEvent(team)),
    team.members.length,
  );
  const names = answer === "present" ? ["Absent", "Présent"] : ["Présent", "Absent"];
  return names.map((name) => card.getByRole("button", { name, exact: true }));
}
