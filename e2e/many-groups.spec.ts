import type { Browser, Locator, Page } from "@playwright/test";
import { addDays } from "#domain/calendar/calendar.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const NOW = "2026-11-12T18:00:00Z";
const GROUPS = Array.from({ length: 500 }, (_, index) => ({ id: `g${index}`, name: `Groupe ${index + 1}` }));
/** One a day: the dashboard takes long to draw hundreds in one month. */
const EVENTS = GROUPS.map(({ id }, index) =>
  planned(addDays("2026-11-15", index), "10:00", `Culte ${index + 1}`, { groupId: id }),
);
/**
 * Limit in seconds of processor time, which other programs on the machine do not affect. It takes 0.9 s, as with three
 * groups; it took 1.9 s when each row subscribed to the planning.
 */
const OPENING_SECONDS = 3;
/** Rows that fit into three screens of a phone. */
const ROWS_NEAR = 40;

/** The row of a group. Found by its place: to compute the roles and names of all rows takes seconds on this page. */
function row(page: Page, group: number): Locator {
  return page.locator("main li").nth(group - 1);
}

function groupButton(page: Page, group: number): Locator {
  return row(page, group).getByRole("button", { name: `Groupe ${group}`, exact: true });
}

/** Waits until the last group is there and the first group's event is visible. */
async function openGroups(page: Page): Promise<void> {
  await page.goto("/select-group");
  await expect(row(page, 1)).toContainText("Culte 1");
  await expect(row(page, 1)).toBeVisible();
  await expect(groupButton(page, 500)).toBeAttached();
}

/** Processor time of the browser's pages, in seconds. */
async function workOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The rows that show their group's next event: only those subscribe to the planning. */
function followingRows(page: Page): Locator {
  return page.locator("main li", { hasText: /Culte \d/ });
}

test.use({ now: NOW });

test("500 groups of the team are listed, and only those in sight are read", async ({ page }) => {
  await returnAsAdmin(page);
  const shared = await page.request.post("/api/sharing", { data: { groups: GROUPS, events: EVENTS } });
  expect(shared.status()).toBe(201);
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/events/upcoming")) reads.push(request.url());
  });
  await openGroups(page);
  expect(reads.length).toBeLessThan(ROWS_NEAR);
  expect(await followingRows(page).count()).toBeLessThan(ROWS_NEAR);
  const last = groupButton(page, 500);
  await last.scrollIntoViewIfNeeded();
  await expect(row(page, 500).getByText("Culte 500")).toBeVisible();
  await last.click();
  await expect(page.getByRole("banner")).toContainText("Groupe 500");
});

test("500 groups of the team take the browser of a phone little work", async ({ openDevice, browser }) => {
  const page = await openDevice({ viewport: { width: 360, height: 740 } });
  await returnAsAdmin(page);
  await page.request.post("/api/sharing", { data: { groups: GROUPS, events: EVENTS } });
  const before = await workOfPages(browser);
  await page.goto("/select-group");
  await page.waitForFunction(
    () => /Groupe 500/.test(document.body.innerText) && /Culte 1/.test(document.body.innerText),
  );
  expect((await workOfPages(browser)) - before).toBeLessThan(OPENING_SECONDS);
});

test("500 groups of this browser are listed, and the 501st is refused in words", async ({ page }) => {
  await returnAsAdmin(page, { groups: GROUPS, events: EVENTS });
  await openGroups(page);
  expect(await followingRows(page).count()).toBeLessThan(ROWS_NEAR);
  await test.step("a far group that the keyboard reaches keeps the focus while its row is filled in", async () => {
    const far = groupButton(page, 300);
    await far.focus();
    await expect(row(page, 300).getByText("Culte 300")).toBeVisible();
    await expect(far).toBeFocused();
  });
  const region = page.getByRole("region", { name: "Gérer les groupes" });
  await region.getByRole("textbox", { name: "Nom du groupe", exact: true }).fill("Un de trop");
  await region.getByRole("button", { name: "Créer le groupe", exact: true }).click();
  await expect(region.getByRole("alert")).toContainText("Un planning compte 500 groupes au plus");
});

test("a name with hidden characters is refused in words where it is typed", async ({ page }) => {
  await returnAsAdmin(page);
  await page.goto("/select-group");
  const region = page.getByRole("region", { name: "Gérer les groupes" });
  const name = region.getByRole("textbox", { name: "Nom du groupe", exact: true });
  await name.fill("Chœur \u202egpj.exe");
  await region.getByRole("button", { name: "Créer le groupe", exact: true }).click();
  await expect(region.getByRole("alert")).toHaveText(
    "Ce texte contient des caractères invisibles ou un retour à la ligne : retapez-le.",
  );
  await name.fill("Chœur 👩🏽\u200d🎤 محمد");
  await region.getByRole("button", { name: "Créer le groupe", exact: true }).click();
  await expect(page.getByRole("button", { name: "Chœur 👩🏽\u200d🎤 محمد", exact: true })).toBeVisible();
});
