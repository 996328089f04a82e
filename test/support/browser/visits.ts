import type { Locator, Page } from "@playwright/test";
import type { Person } from "./people.ts";
import type { StoredEvent } from "./planned.ts";

/** What an earlier visit left in the browser; left out: what a new planning starts with. */
type Stored = {
  groups?: readonly { id: string; name: string }[];
  events?: readonly StoredEvent[];
  selectedGroup?: string;
};

type Account = { id: string; isAdmin: boolean };

/** A page of the product's own that runs nothing: from there its storage can be written. */
const STILL_PAGE = "/favicon.svg";

/** The built-in admin comes back to a browser that remembers them. The next `goto` finds them signed in. */
export async function returnAsAdmin(page: Page, stored: Stored = {}): Promise<void> {
  const { defaultAdmin } = await (await page.request.get("/api/config")).json();
  await remember(page, await accountFrom(page, "sign-in", { ...defaultAdmin, rememberMe: true }), stored);
}

/** A member who has registered before comes back to a browser that remembers them. */
export async function returnAsMember(page: Page, person: Person, stored: Stored = {}): Promise<Account> {
  const { services: positions, ...rest } = person;
  const form = { ...rest, name: `${person.firstName} ${person.lastName}`, positions };
  const account = await accountFrom(page, "sign-up", form);
  await remember(page, account, stored);
  return account;
}

/** The cookie of the session stays with the page's browser. */
async function accountFrom(page: Page, call: "sign-in" | "sign-up", data: object): Promise<Account> {
  const answer = await page.request.post(`/api/auth/${call}/email`, { data });
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

/** Another tab of the same browser, on `path`. */
export async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

/** What the browser stores under `key`; `null` where it stores nothing. */
export async function storedText(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

export async function storedEvents(page: Page): Promise<StoredEvent[]> {
  return JSON.parse((await storedText(page, "events")) ?? "[]");
}

/** Fills the browser's storage to the last few characters: nothing that is longer than before fits. */
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
