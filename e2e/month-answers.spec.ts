import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, region } from "#test/support/browser/locators.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { openTab, returnAsMember, storedEvents } from "#test/support/browser/visits.ts";

const NOVEMBER = [
  planned("2099-11-05", "19:30", "Veillée"),
  planned("2099-11-12", "19:30", "Répétition", { availability: everybody(3) }),
  planned("2099-11-15", "10:00", "Culte"),
  planned("2099-11-19", "19:30", "Répétition"),
  planned("2099-11-22", "10:00", "Culte"),
  planned("2099-11-29", "10:00", "Culte"),
];
const EVENTS = [
  ...NOVEMBER,
  planned("2099-11-28", "19:00", "Soirée jeunes", { groupId: "2" }),
  planned("2099-12-24", "18:00", "Noël"),
];
const COMING = [
  "Répétition, jeudi 12 novembre 2099",
  "Culte, dimanche 15 novembre 2099",
  "Répétition, jeudi 19 novembre 2099",
  "Culte, dimanche 22 novembre 2099",
  "Culte, dimanche 29 novembre 2099",
] as const;
const EXCEPTION = COMING[3];

test.use({ viewport: { width: 360, height: 740 }, now: "2099-11-12T18:00:00Z" });

function opener(page: Page): Locator {
  return button(page, "Répondre pour le mois");
}

function dialogOf(page: Page): Locator {
  return page.getByRole("dialog", { name: "Réponses de novembre 2099" });
}

/** The two buttons of an event in the dialog. */
function rowOf(page: Page, name: string): Locator {
  return dialogOf(page).getByRole("group", { name, exact: true });
}

/** The answers that the dialog shows, in order. */
async function expectShown(page: Page, answers: readonly ("Présent" | "Absent" | null)[]): Promise<void> {
  const rows = dialogOf(page).getByRole("group");
  await expect(rows).toHaveCount(answers.length);
  for (const [index, answer] of answers.entries()) {
    const pressed = rows.nth(index).locator("[aria-pressed=true]");
    if (answer === null) await expect(pressed).toHaveCount(0);
    else await expect(pressed).toHaveText(answer);
  }
}

/** Opens the dialog, and checks the answers in it. */
async function expectSaved(page: Page, answers: readonly ("Présent" | "Absent" | null)[]): Promise<void> {
  await opener(page).click();
  await expectShown(page, answers);
  await button(dialogOf(page), "Annuler").click();
  await expect(dialogOf(page)).toHaveCount(0);
}

function toast(page: Page, text: string): Locator {
  return page.getByRole("status").filter({ hasText: text });
}

async function arriveAlone(page: Page): Promise<void> {
  await returnAsMember(page, YANNICK, { events: EVENTS, selectedGroup: "1" });
  await page.goto("/");
}

const PLANNINGS = [
  { planning: "a planning of one browser", arrive: (page: Page) => arriveAlone(page) },
  {
    planning: "a shared planning",
    arrive: async (page: Page, elsewhere: APIRequestContext) => {
      await shareElsewhere(elsewhere, EVENTS);
      await arriveAsMember(page, YANNICK);
    },
  },
];

for (const { planning, arrive } of PLANNINGS) {
  test.describe(`in ${planning}`, () => {
    test.beforeEach(({ page, request }) => arrive(page, request));

    test("five events are answered in four presses, one exception included", async ({ page }) => {
      const presses = [
        opener(page),
        button(dialogOf(page), "Présent partout"),
        button(rowOf(page, EXCEPTION), "Absent"),
        button(dialogOf(page), "Enregistrer les réponses"),
      ];
      for (const press of presses) await press.click();
      await expect(toast(page, "5 réponses enregistrées")).toBeVisible();
      await expect(dialogOf(page)).toHaveCount(0);
      await expectSaved(page, ["Présent", "Présent", "Présent", "Absent", "Présent"]);
      await page.reload();
      await expectSaved(page, ["Présent", "Présent", "Présent", "Absent", "Présent"]);
    });

    test("an undo brings back the answers of before, given or not", async ({ page }) => {
      await opener(page).click();
      await button(rowOf(page, COMING[0]), "Absent").click();
      await button(dialogOf(page), "Enregistrer les réponses").click();
      await expect(toast(page, "1 réponse enregistrée")).toBeVisible();
      await opener(page).click();
      await button(rowOf(page, COMING[0]), "Présent").click();
      await button(dialogOf(page), "Absent partout").click();
      await button(dialogOf(page), "Enregistrer les réponses").click();
      await button(toast(page, "5 réponses enregistrées"), "Annuler").click();
      await expect(toast(page, "Les réponses d'avant sont rétablies.")).toBeVisible();
      await expectSaved(page, ["Absent", null, null, null, null]);
    });

    test("nothing is changed before it is saved, and a draft is dropped without asking", async ({ page }) => {
      const unsaved = button(dialogOf(page), "Enregistrer les réponses");
      const leave = [
        () => page.keyboard.press("Escape"),
        () => button(dialogOf(page), "Annuler").click(),
        () => page.mouse.click(180, 20),
      ];
      for (const close of leave) {
        await opener(page).click();
        await expect(dialogOf(page).getByRole("status")).toHaveText("5 sans réponse");
        await expect(unsaved).toBeDisabled();
        await button(dialogOf(page), "Présent partout").click();
        await expect(dialogOf(page).getByRole("status")).toHaveText("0 sans réponse");
        await expect(unsaved).toBeEnabled();
        await close();
        await expect(dialogOf(page)).toHaveCount(0);
        await expect(opener(page)).toBeFocused();
      }
      await expectSaved(page, [null, null, null, null, null]);
    });

    test("what another tab answers meanwhile stays, unless it was chosen here", async ({ page }) => {
      await opener(page).click();
      await button(rowOf(page, COMING[1]), "Présent").click();
      await button(dialogOf(page), "Présent partout").click();
      const other = await openTab(page, "/");
      await opener(other).click();
      await button(rowOf(other, COMING[1]), "Absent").click();
      await button(rowOf(other, COMING[2]), "Absent").click();
      await button(dialogOf(other), "Enregistrer les réponses").click();
      await expect(toast(other, "2 réponses enregistrées")).toBeVisible();
      await expectShown(page, ["Présent", "Présent", "Absent", "Présent", "Présent"]);
      await button(dialogOf(page), "Enregistrer les réponses").click();
      await expect(toast(page, "4 réponses enregistrées")).toBeVisible();
      await expectSaved(other, ["Présent", "Présent", "Absent", "Présent", "Présent"]);
    });

    test("the first event without an answer has the focus, and the keyboard answers all of it", async ({ page }) => {
      await opener(page).click();
      await button(rowOf(page, COMING[0]), "Présent").click();
      await button(dialogOf(page), "Enregistrer les réponses").click();
      await expect(opener(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(button(rowOf(page, COMING[1]), "Présent")).toBeFocused();
      for (const key of ["Space", "Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
      await expectShown(page, ["Présent", "Présent", "Absent", null, null]);
    });
  });
}

test("the dialog breaks no rule of WCAG 2.2 AA, and its buttons are in sight", async ({ page, request }) => {
  await shareElsewhere(request, EVENTS);
  await arriveAsMember(page, YANNICK);
  await expect(opener(page)).toBeVisible();
  await expectAccessible(page);
  await opener(page).click();
  await button(dialogOf(page), "Absent partout").click();
  await expectAccessible(page);
  for (const name of ["Enregistrer les réponses", "Annuler", "Présent partout"]) {
    await expect(button(dialogOf(page), name)).toBeInViewport({ ratio: 1 });
  }
});

test("there is nothing to answer in a month without a coming event of the group", async ({ page }) => {
  await arriveAlone(page);
  await expect(opener(page)).toBeVisible();
  await button(page, "Mois précédent").click();
  await expect(page.getByRole("heading", { name: "octobre 2099" })).toBeVisible();
  await expect(opener(page)).toHaveCount(0);
  await button(page, "Mois suivant").click();
  await button(page, "Mois suivant").click();
  await opener(page).click();
  await expect(page.getByRole("dialog", { name: "Réponses de décembre 2099" }).getByRole("group")).toHaveCount(1);
});

test("answers that cannot be stored are told above the buttons, and the draft stays", async ({ page }) => {
  await arriveAlone(page);
  await opener(page).click();
  await button(dialogOf(page), "Présent partout").click();
  await page.evaluate(() => {
    const write = localStorage.setItem.bind(localStorage);
    Storage.prototype.setItem = (key, value) => {
      if (document.body.dataset["storage"] !== "free") throw new DOMException("full", "QuotaExceededError");
      write(key, value);
    };
  });
  await button(dialogOf(page), "Enregistrer les réponses").click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("5 réponses n'ont pas pu être enregistrées");
  await expectShown(page, ["Présent", "Présent", "Présent", "Présent", "Présent"]);
  await expectAccessible(page);
  await page.evaluate(() => (document.body.dataset["storage"] = "free"));
  await button(dialogOf(page), "Enregistrer les réponses").click();
  await expect(toast(page, "5 réponses enregistrées")).toBeVisible();
  const saved = (await storedEvents(page)).map(({ availability }) =>
    availability.some(({ status }) => status === "present"),
  );
  expect(saved.filter(Boolean)).toHaveLength(5);
});

/** How many presences of Yannick the server holds. */
async function sentPresences(page: Page): Promise<number> {
  const answer = await page.request.get("/api/events?group=1&from=2099-11-01&to=2099-11-30");
  const rows = (await answer.json()) as { availability: { userName: string }[] }[];
  return rows.filter(({ availability }) => availability.some(({ userName }) => userName === "Yannick Morel")).length;
}

test("offline the answers wait, and are sent on return", async ({ page, request }) => {
  await shareElsewhere(request, EVENTS);
  await arriveAsMember(page, YANNICK);
  await expect(opener(page)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("Hors ligne", { exact: true })).toBeVisible();
  await opener(page).click();
  await button(dialogOf(page), "Présent partout").click();
  await button(dialogOf(page), "Enregistrer les réponses").click();
  await expect(toast(page, "5 réponses enregistrées")).toBeVisible();
  await expect(page.getByText("5 réponses en attente")).toBeVisible();
  await page.context().setOffline(false);
  await expectUpToDate(page);
  await expect.poll(() => sentPresences(page)).toBe(5);
});

test("on a wide screen the button is in the month's line", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await arriveAlone(page);
  const line = await region(page, "Calendrier").getByRole("heading", { name: "novembre 2099" }).boundingBox();
  const box = await opener(page).boundingBox();
  if (line === null || box === null) throw new Error("not there");
  expect(Math.abs(line.y + line.height / 2 - (box.y + box.height / 2))).toBeLessThan(6);
});

test("with text twice as large the answers can be seen, and saved", async ({ page }) => {
  await arriveAlone(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await opener(page).click();
  const frame = dialogOf(page).getByRole("list").locator("..");
  const { top, bottom } = await frame.evaluate((element) => element.getBoundingClientRect().toJSON());
  expect(await frame.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  for (const answer of await rowOf(page, COMING[0]).getByRole("button").all()) {
    const box = await answer.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(top);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bottom);
  }
  await rowOf(page, EXCEPTION).getByRole("button", { name: "Absent" }).click();
  await button(dialogOf(page), "Enregistrer les réponses").click();
  await expect(dialogOf(page)).toHaveCount(0);
});

test("two events of one name on one day are told apart by their time", async ({ page }) => {
  const events = [
    planned("2099-11-15", "10:00", "Culte"),
    planned("2099-11-15", "17:30", "culte"),
    ...NOVEMBER.slice(4),
  ];
  await returnAsMember(page, YANNICK, { events, selectedGroup: "1" });
  await page.goto("/");
  await opener(page).click();
  for (const name of [
    "Culte, dimanche 15 novembre 2099, 10:00",
    "culte, dimanche 15 novembre 2099, 17:30",
    "Culte, dimanche 22 novembre 2099",
  ])
    await expect(rowOf(page, name)).toHaveCount(1);
});

test("while answers are being saved, no other one can be chosen, which would be lost", async ({ page, request }) => {
  await shareElsewhere(request, EVENTS);
  await arriveAsMember(page, YANNICK);
  await opener(page).click();
  await button(dialogOf(page), "Présent partout").click();
  const held = Promise.withResolvers<void>();
  await page.route("**/availability**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(dialogOf(page), "Enregistrer les réponses").click();
  await button(rowOf(page, COMING[1]), "Absent").click({ force: true });
  await expectShown(page, ["Présent", "Présent", "Présent", "Présent", "Présent"]);
  held.resolve();
  await expect(toast(page, "5 réponses enregistrées")).toBeVisible();
  await expectSaved(page, ["Présent", "Présent", "Présent", "Présent", "Présent"]);
});
