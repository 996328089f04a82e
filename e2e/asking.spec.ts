import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { region } from "#test/support/browser/locators.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, signUp, withoutVisitData } from "#test/support/browser/visits.ts";

const SUNDAYS = ["2099-12-06", "2099-12-13", "2099-12-20", "2099-12-27", "2100-01-03"].map((date) =>
  planned(date, "10:00", "Culte"),
);

function unanswered(page: Page): Locator {
  return region(page, "Sans réponse").getByRole("listitem");
}

/** Each of these people registers and joins the first group on another device, on which the last one stays signed in. */
async function joinFirstGroup(elsewhere: APIRequestContext, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    await signUp(elsewhere, person);
    expect((await elsewhere.put("/api/groups/1/members/me")).ok()).toBe(true);
  }
}

/** Replaces the share dialog of a phone; returns a function that reads the shared text. */
async function giveShareSheet(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { sharedTexts: texts });
    Object.defineProperty(navigator, "share", {
      value: async ({ text = "" }: ShareData) => void texts.push(text),
    });
  });
  return () => page.evaluate(() => (window as unknown as { sharedTexts: string[] }).sharedTexts);
}

test("who has not answered the group's next four events is one region, live, with one message about all of theirs", async ({
  page,
  request,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await arriveAsAdmin(page, SUNDAYS, "/group");
  await joinFirstGroup(request, [HELENE, YANNICK]);
  await expect(unanswered(page)).toHaveText([
    /Hélène Brunet\s*4 réponses attendues/,
    /Yannick Morel\s*4 réponses attendues/,
  ]);
  for (const { id } of SUNDAYS.slice(0, 2)) {
    expect((await request.put(`/api/events/${id}/availability`, { data: { status: "present" } })).ok()).toBe(true);
  }
  const row = unanswered(page).filter({ hasText: "Yannick Morel" });
  await expect(row).toContainText("2 réponses attendues : 20 décembre et 27 décembre");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Copier le message", exact: true }).click();
  await expect(row.getByRole("status")).toHaveText("Message copié.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("Bonjour Yannick,");
  for (const { id } of SUNDAYS.slice(2, 4)) expect(copied).toContain(`${baseURL}/events/${id}`);
  expect(copied).not.toContain(SUNDAYS[0]?.id);
  expect(copied).not.toContain(SUNDAYS[4]?.id);
  for (const { id } of SUNDAYS.slice(2, 4)) {
    await request.put(`/api/events/${id}/availability`, { data: { status: "absent" } });
  }
  await expect(unanswered(page)).toHaveText([/Hélène Brunet/]);
});

test("the region takes two calls of the planning, whatever the number of members and events", async ({
  page,
  request,
}) => {
  await arriveAsAdmin(page, SUNDAYS, "/users");
  await joinFirstGroup(request, [YANNICK, HELENE]);
  await withoutVisitData(page);
  const calls: string[] = [];
  page.on("request", (call) => {
    const { pathname } = new URL(call.url());
    // The reminders and messages of the group, and the turns of its bench, are other regions.
    if (/^\/api\/(?:events|groups)/.test(pathname) && !/\/(?:reminders|turns|messages)$/.test(pathname))
      calls.push(pathname);
  });
  await page.goto("/group");
  await expect(unanswered(page)).toHaveCount(2);
  expect(calls.toSorted()).toEqual(["/api/events/upcoming", "/api/groups", "/api/groups/1"]);
});

test("once all have answered, the region says so", async ({ page, request }) => {
  await arriveAsAdmin(page, SUNDAYS.slice(0, 1), "/group");
  await joinFirstGroup(request, [YANNICK]);
  await expect(unanswered(page)).toHaveText([/Yannick Morel\s*1 réponse attendue\s: 6 décembre/]);
  await request.put(`/api/events/${SUNDAYS[0]?.id}/availability`, { data: { status: "absent" } });
  await expect(region(page, "Sans réponse")).toContainText("Tout le monde a répondu aux prochains événements.");
});

test("in a planning of one browser everybody's answers are open, and the link is said to open here only", async ({
  page,
  request,
}) => {
  await signUp(request, YANNICK);
  await returnAsAdmin(page, { events: SUNDAYS, selectedGroup: "1" });
  await page.goto("/group");
  await expect(unanswered(page)).toHaveText([/Admin Diapason/, /Yannick Morel/]);
  await expect(region(page, "Sans réponse")).toContainText("ne s'ouvre que sur cet appareil");
});

test("a phone's share sheet gets the message with the address; without one WhatsApp is offered", async ({
  page,
  request,
  baseURL,
}) => {
  const [culte] = SUNDAYS;
  const address = `${baseURL}/events/${culte?.id}`;
  await arriveAsAdmin(page, SUNDAYS.slice(0, 1), "/group");
  await joinFirstGroup(request, [YANNICK]);
  const link = unanswered(page).getByRole("link", { name: "WhatsApp", exact: true });
  await expect(link).toHaveAttribute("href", /^https:\/\/wa\.me\/\?text=Bonjour%20Yannick/);
  await expect(link).toHaveAttribute("rel", /noopener/);
  expect(decodeURIComponent((await link.getAttribute("href")) ?? "")).toContain(address);
  await expect(unanswered(page).getByRole("button", { name: "Partager", exact: true })).toHaveCount(0);
  const sharedTexts = await giveShareSheet(page);
  await page.reload();
  await unanswered(page).getByRole("button", { name: "Partager", exact: true }).click();
  await expect.poll(sharedTexts).toEqual([expect.stringContaining(address)]);
  await expect(unanswered(page).getByRole("link", { name: "WhatsApp" })).toHaveCount(0);
  const people = [{ firstName: "Paul", lastName: "Sansmail", positions: ["Batterie"] }];
  expect((await page.request.post("/api/people", { data: { groupId: "1", people } })).ok()).toBe(true);
  await page.goto(`/events/${culte?.id}`);
  const asked = region(page, "Peut-on jouer ?").getByRole("listitem").filter({ hasText: "Paul Sansmail" });
  await asked.getByRole("button", { name: "Partager", exact: true }).click();
  await expect.poll(sharedTexts).toEqual([expect.stringContaining(address)]);
});

test("the row that opens a message looks and behaves like what can be pressed", async ({ page, request }) => {
  await signUp(request, YANNICK);
  await returnAsAdmin(page, { events: SUNDAYS, selectedGroup: "1" });
  await page.goto(`/events/${SUNDAYS[0]?.id}`);
  const row = region(page, "Peut-on jouer ?").locator("summary").filter({ hasText: "Yannick Morel" });
  await expect(row).toHaveCSS("cursor", "pointer");
  await expect(row).not.toHaveCSS("border-top-width", "0px");
  await expect(row.locator("svg.lucide-chevron-down")).toBeVisible();
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(region(page, "Peut-on jouer ?").getByLabel("Message pour Yannick Morel")).toContainText("/events/");
  await expect(page.getByRole("button", { name: "Copier le message" })).toBeVisible();
});

test("a line-up that hangs on several people names who could double one of them", async ({ page, request }) => {
  const seven = ["Lead", "Batterie", "Bass", "Piano", "Guitare acoustique", "Sono", "Pasteur"];
  const availability = seven.map((position, index) => ({
    userId: `p${index}`,
    userName: `Personne ${index}`,
    position,
    status: "present" as const,
  }));
  await signUp(request, YANNICK);
  await returnAsAdmin(page, {
    events: [planned("2099-12-06", "10:00", "Culte", { availability })],
    selectedGroup: "1",
  });
  await page.goto("/events/2099-12-06-10:00-1");
  const verdict = region(page, "Peut-on jouer ?");
  await expect(verdict).toContainText("Complet, mais fragile");
  const doubles = verdict.getByRole("list", { name: "Pour doubler une personne indispensable" });
  await expect(doubles.getByRole("listitem")).toHaveText([/Admin Diapason/, /Yannick Morel/]);
  await doubles.getByText("Yannick Morel", { exact: true }).click();
  await expect(doubles).toContainText("Yannick Morel prendrait la Batterie si Personne 1 ne venait pas.");
});
