import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button, field } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, arriveAsMember, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsMember, storedText, upcomingCard } from "#test/support/browser/visits.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const THREE_WEEKS = "du 5 décembre au 25 décembre 2026";
const EVENTS = [
  planned("2026-12-04", "19:30", "Répétition"),
  planned("2026-12-06", "10:00", "Culte"),
  planned("2026-12-25", "18:00", "Veillée"),
];

const CULTE_PAGE = `/events/${EVENTS[1]?.id}`;

async function openAbsences(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("link", { name: "Mes absences" }).click();
  await expect(page.getByRole("heading", { name: "Mes absences", level: 1 })).toBeVisible();
}

async function addAbsence(page: Page, from: string, to: string): Promise<void> {
  await field(page, "Du").fill(from);
  await field(page, "Au").fill(to);
  await button(page, "Ajouter l'absence").click();
}

function listed(page: Page): Locator {
  return page.getByRole("list", { name: "Mes absences" }).getByRole("listitem");
}

function people(page: Page, list: "Présents" | "Absents" | "Sans réponse"): Locator {
  return page.getByRole("list", { name: list, exact: true }).getByRole("listitem");
}

/** Counts what the person does on this page: values given to fields, and presses. */
async function countDeeds(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const deeds: string[] = [];
    Object.assign(globalThis, { deeds });
    document.addEventListener("change", () => deeds.push("date"), true);
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("button")) deeds.push("press");
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { readonly deeds: readonly string[] }).deeds);
}

test.describe("in the planning of a browser", () => {
  test.use({ now: "2026-11-20T18:00:00Z" });

  test.beforeEach(async ({ page }) => {
    await returnAsMember(page, YANNICK, { events: EVENTS, selectedGroup: "1" });
  });

  test("three weeks away are two dates and one press, and taken back nothing is left of them", async ({ page }) => {
    await page.goto("/absences");
    await expect(page.getByText("Aucune absence prévue.")).toBeVisible();
    const before = await storedText(page, "events");
    const deeds = await countDeeds(page);
    await addAbsence(page, "2026-12-05", "2026-12-25");
    await expect(listed(page)).toHaveText([/^du 5 décembre au 25 décembre 2026\s*2 événements$/]);
    expect(await deeds()).toEqual(["date", "date", "press"]);
    await expect(field(page, "Du")).toBeFocused();
    await expect(field(page, "Du")).toHaveValue("");
    await expectAccessible(page);
    expect(await storedText(page, "events")).toBe(before);

    await page.goto(CULTE_PAGE);
    await expect(people(page, "Absents")).toHaveText([/Yannick Morel\s*en absence/]);
    const own = page.getByRole("region", { name: "Ma disponibilité" });
    await expect(own).toContainText("en absence");
    for (const answer of ["Présent", "Absent"]) {
      await expect(button(own, answer)).toHaveAttribute("aria-pressed", "false");
    }
    await expectAccessible(page);

    await page.goto("/?mois=2026-12");
    await button(page, "Répondre pour le mois").click();
    const month = page.getByRole("dialog", { name: "Réponses de décembre 2026" });
    const culte = month.getByRole("listitem").filter({ hasText: "Culte" });
    await expect(culte).toContainText("en absence");
    await expect(button(culte, "Absent")).toHaveAttribute("aria-pressed", "false");
    await expect(month.getByRole("status")).toContainText("1 sans réponse");
    await button(month, "Présent partout").click();
    await expect(culte).toContainText("en absence");
    await button(month, "Annuler").click();

    await openAbsences(page);
    await button(page, `Retirer l'absence ${THREE_WEEKS}`).click();
    await expect(page.getByText("Aucune absence prévue.")).toBeVisible();
    await page.getByRole("status").getByRole("button", { name: "Annuler" }).click();
    await expect(listed(page)).toHaveCount(1);
    await button(page, `Retirer l'absence ${THREE_WEEKS}`).click();
    await expect(listed(page)).toHaveCount(0);
    expect(await storedText(page, "events")).toBe(before);
    await page.goto(CULTE_PAGE);
    await expect(people(page, "Sans réponse")).toContainText(["Yannick Morel"]);
    await expect(people(page, "Absents")).toHaveCount(0);
  });

  test("an answer by hand stands inside an absence, and `Retirer ma réponse` brings the absence back", async ({
    page,
  }) => {
    await page.goto("/absences");
    await addAbsence(page, "2026-12-06", "2026-12-06");
    await expect(listed(page)).toContainText(["du 6 décembre au 6 décembre 2026"]);
    await page.goto(CULTE_PAGE);
    const own = page.getByRole("region", { name: "Ma disponibilité" });
    await button(own, "Présent").click();
    await expect(people(page, "Présents")).toHaveCount(1);
    await expect(own).not.toContainText("en absence");
    await openAbsences(page);
    await expect(listed(page)).toContainText(["1 événement, dont 1 déjà répondu"]);
    await page.goBack();
    await button(own, "Retirer ma réponse").click();
    await expect(people(page, "Absents")).toHaveText([/en absence/]);
    await button(own, "Absent").click();
    await expect(button(own, "Absent")).toHaveAttribute("aria-pressed", "true");
    await expect(people(page, "Absents")).toHaveText([/^(?!.*en absence)/]);
  });

  test("days that make no sense are refused under the field, and the typed ones are read back in words", async ({
    page,
  }) => {
    await page.goto("/absences");
    for (const [from, to, sentence] of [
      ["2026-12-05", "2026-12-04", "La date de fin précède la date de début"],
      ["2026-11-10", "2026-11-19", "Cette absence est déjà passée"],
      ["2026-12-05", "2027-12-06", "Un an au plus"],
      ["", "2026-12-04", "Tous les champs sont obligatoires"],
    ] as const) {
      await addAbsence(page, from, to);
      await expect(page.getByRole("alert")).toHaveText(sentence);
      await expect(field(page, from === "" ? "Du" : "Au")).toBeFocused();
    }
    await expectAccessible(page);
    await field(page, "Du").fill("2026-12-05");
    await field(page, "Au").fill("2026-12-25");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "dans ces dates" })).toHaveText(
      /du samedi 5 au vendredi 25 décembre 2026\s*2 événements dans ces dates/,
    );
    await addAbsence(page, "2026-11-10", "2026-11-20");
    await expect(listed(page)).toContainText(["du 10 novembre au 20 novembre 2026"]);
  });
});

test.describe("in a shared planning", () => {
  const CULTE = planned("2099-12-06", "10:00", "Culte");
  const REHEARSAL = planned("2099-12-20", "19:30", "Répétition");

  test("the others see who is absent, not which days; offline it is kept, shown at once and sent on return", async ({
    page,
    openDevice,
  }) => {
    await arriveAsAdmin(page, [CULTE, REHEARSAL]);
    const yannick = await openDevice();
    await arriveAsMember(yannick, YANNICK);
    await yannick.request.put("/api/groups/1/members/me");
    await page.goto(`/events/${CULTE.id}`);
    await openAbsences(yannick);
    await expect(yannick.getByText("Aucune absence prévue.")).toBeVisible();
    await addAbsence(yannick, "2099-12-01", "2099-12-10");
    await expect(listed(yannick)).toHaveText([/1 événement$/]);
    await expect(people(page, "Absents")).toHaveText([/Yannick Morel\s*en absence/]);
    await expectAccessible(page);

    await yannick.context().setOffline(true);
    await button(yannick, "Retirer l'absence du 1er décembre au 10 décembre 2099").click();
    await expect(listed(yannick)).toHaveCount(0);
    await addAbsence(yannick, "2099-12-15", "2099-12-20");
    await expect(listed(yannick)).toContainText(["du 15 décembre au 20 décembre 2099"]);
    await expect(people(page, "Absents")).toHaveCount(1);
    await yannick.context().setOffline(false);
    await expectUpToDate(yannick);
    await expect(people(page, "Absents")).toHaveCount(0);
    await page.goto(`/events/${REHEARSAL.id}`);
    await expect(people(page, "Absents")).toHaveText([/Yannick Morel\s*en absence/]);
    expect(await (await page.request.get("/api/absences")).json()).toEqual([]);
    await yannick.goto("/");
    await expect(upcomingCard(yannick, "Répétition")).toContainText("en absence");
    await expect(yannick.getByRole("region", { name: "À répondre" })).toContainText("Culte");
  });

  test("somebody who leaves the group is absent from its events no longer", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE]);
    const helene = await openDevice();
    await arriveAsMember(helene, HELENE);
    await helene.request.put("/api/groups/1/members/me");
    await helene.request.post("/api/absences", { data: { from: "2099-12-01", to: "2099-12-31" } });
    await page.goto(`/events/${CULTE.id}`);
    await expect(people(page, "Absents")).toHaveText([/en absence/]);
    await helene.request.delete("/api/groups/1/members/me");
    await expect(people(page, "Absents")).toHaveCount(0);
  });
});
