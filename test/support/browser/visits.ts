import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { VISIT_COOKIE } from "#contract/visit/visit-cookie.ts";
import type { Person } from "./people.ts";
import type { StoredEvent } from "./planned.ts";

/** What an earlier visit stored in the browser. An omitted list starts as in a new planning. */
type Stored = {
  groups?: readonly { id: string; name: string }[];
  events?: readonly StoredEvent[];
  selectedGroup?: string;
};

type Account = { id: string; isAdmin: boolean };

/** An address of the same origin that runs no script, so that a test can write localStorage there. */
const STILL_PAGE = "/favicon.svg";

/** The page as it was built, which the service worker caches. */
const STORED_PAGE = "/index.html";

/** Signs the built-in admin in over the API, with « remember me ». The next `goto` is signed in. */
export async function returnAsAdmin(page: Page, stored: Stored = {}): Promise<void> {
  await remember(page, await signInAsAdmin(page.request), stored);
}

/** Registers a member over the API, with « remember me ». The next `goto` is signed in. */
export async function returnAsMember(page: Page, person: Person, stored: Stored = {}): Promise<Account> {
  const account = await signUp(page.request, person);
  await remember(page, account, stored);
  return account;
}

/** Signs the built-in admin in over the API, for the next calls of `request` alone. */
export async function signInAsAdmin(request: APIRequestContext): Promise<Account> {
  const { defaultAdmin } = await (await request.get("/api/config")).json();
  return accountFrom(request, "sign-in", { ...defaultAdmin, rememberMe: true });
}

/** Registers a member over the API, who makes the next calls of `request`. No page is opened. */
export async function signUp(request: APIRequestContext, person: Person): Promise<Account> {
  const { services: positions, ...rest } = person;
  return accountFrom(request, "sign-up", { ...rest, name: `${person.firstName} ${person.lastName}`, positions });
}

/** Signs in or up over the API. `request` gets the session cookie. */
async function accountFrom(request: APIRequestContext, call: "sign-in" | "sign-up", data: object): Promise<Account> {
  const answer = await request.post(`/api/auth/${call}/email`, { data });
  if (!answer.ok()) throw new Error(`${call}: ${await answer.text()}`);
  return (await answer.json()).user;
}

async function remember(page: Page, user: Account, stored: Stored): Promise<void> {
  const { selectedGroup, ...lists } = stored;
  const currentUser = { ...user, roles: [user.isAdmin ? "admin" : "member"] };
  const values = Object.entries({ currentUser, rememberMe: true, ...lists });
  const texts = Object.fromEntries(values.map(([key, value]) => [key, JSON.stringify(value)]));
  await page.goto(STILL_PAGE);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    selectedGroup === undefined ? texts : { ...texts, selectedGroup },
  );
}

/** Opens `path` in another tab of the same browser. */
export async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

/** What the browser stores under `key`, or `null`. */
export async function storedText(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export async function storedEvents(page: Page): Promise<StoredEvent[]> {
  return JSON.parse((await storedText(page, "events")) ?? "[]");
}

/** Fills the browser's storage up to the last few characters, so that nothing much longer than before fits. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    let length = 4_194_304;
    for (let key = 0; length >= 1; key += 1) {
      try {
        localStorage.setItem(`filler ${key}`, "x".repeat(length));
      } catch {
        length /= 2;
      }
    }
  });
}

/** The cell of a day in the calendar. */
export function dayOf(page: Page, date: string): Locator {
  return page.getByRole("region", { name: "Calendrier" }).locator(`[data-date="${date}"]`);
}

/** The cards of the next events, soonest first. */
export function upcomingCards(page: Page): Locator {
  return page.getByRole("region", { name: "Prochains événements" }).getByRole("listitem");
}

/** The card of an event in the upcoming list. */
export function upcomingCard(page: Page, name: string): Locator {
  return upcomingCards(page).filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/** Removes the layout from the visit cookie, so that the server does not pre-render the next page's first screen. */
export async function forgetLayout(page: Page): Promise<void> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === VISIT_COOKIE);
  if (cookie === undefined) throw new Error("this browser has shown nothing yet");
  const row = JSON.parse(decodeURIComponent(cookie.value)) as unknown[];
  const value = encodeURIComponent(JSON.stringify([...row.slice(0, 2), null]));
  await page.context().addCookies([{ ...cookie, value }]);
}

/** From now on pages come without data and first screen, like the page that the service worker has cached. */
export async function withoutVisitData(page: Page): Promise<void> {
  await page.route(
    (url) => !url.pathname.startsWith("/api/"),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      await route.fulfill({ response: await route.fetch({ url: new URL(STORED_PAGE, route.request().url()).href }) });
    },
  );
}
