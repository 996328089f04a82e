import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { HELENE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, arriveAsMember, expectUpToDate } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, storedEvents } from "#test/support/browser/visits.ts";

async function fillEvent(page: Page, date: string): Promise<void> {
  await page.getByLabel("Nom de l'événement").fill("Culte");
  await page.getByLabel("Date", { exact: true }).fill(date);
  await page.getByLabel("Heure").selectOption("10:00");
  await page.getByLabel("Lieu").fill("Temple");
}

async function newEvent(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ajouter un événement le 24 novembre 2026" }).click();
}

async function openMore(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: /^Fin, précisions, répétition, rôles/ });
  if ((await more.isVisible()) && (await more.getAttribute("aria-expanded")) === "false") await more.click();
}

/** Asserts which days of the month shown have an event. */
async function expectDays(page: Page, days: readonly string[]): Promise<void> {
  await expect
    .poll(() =>
      page
        .locator("[data-date]")
        .evaluateAll((cells) =>
          cells
            .filter((cell) => /\d événement/.test(cell.textContent ?? ""))
            .map((cell) => (cell as HTMLElement).dataset["date"]),
        ),
    )
    .toEqual(days);
}

test.describe("in a planning of one browser", () => {
  const CULTE = planned("2026-11-15", "10:00", "Culte", { availability: everybody(3) });

  test.use({ now: "2026-11-12T18:00:00Z" });

  test.beforeEach(async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/");
  });

  test("thirty Sundays are planned with six fields and one press", async ({ page }) => {
    await newEvent(page);
    await fillEvent(page, "2026-11-22");
    await openMore(page);
    await page.getByLabel("Répéter").selectOption("Chaque semaine");
    await page.getByLabel("Jusqu'au").fill("2027-06-13");
    await expect(page.getByRole("status").filter({ hasText: "dates" })).toHaveText(
      "30 dates, du 22 novembre 2026 au 13 juin 2027",
    );
    await expectAccessible(page);
    await page.getByRole("button", { name: "Créer les 30 événements" }).click();
    await expect(page.getByText("« Culte » créé à 30 dates.")).toBeVisible();
    await expectDays(page, ["2026-11-15", "2026-11-22", "2026-11-29", "2026-12-06"]);
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("events") ?? "[]") as object[]);
    expect(stored).toHaveLength(31);
  });

  test("a repetition that ends before it begins, or after a year, says so under its field", async ({ page }) => {
    await newEvent(page);
    await fillEvent(page, "2026-11-22");
    await openMore(page);
    await page.getByLabel("Répéter").selectOption("Chaque mois");
    const create = page.getByRole("button", { name: "Créer l'événement" });
    await page.getByLabel("Jusqu'au").fill("2026-11-21");
    await create.click();
    await expect(page.getByRole("alert")).toHaveText("La date de fin précède la première date");
    await expect(page.getByLabel("Jusqu'au")).toBeFocused();
    await page.getByLabel("Jusqu'au").fill("2027-11-23");
    await create.click();
    await expect(page.getByRole("alert")).toHaveText("Un an au plus");
    await page.getByLabel("Jusqu'au").fill("2027-02-28");
    await expect(page.getByText("dates, du 22 novembre 2026 au 28 février 2027")).toBeVisible();
    await expect(page.getByText("4ᵉ dimanche de chaque mois")).toBeVisible();
  });

  test("an end and details are shown on the event's page, with links, and can be taken away", async ({ page }) => {
    await page.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await expect(page.getByRole("heading", { name: "Modifier l'événement" })).toBeVisible();
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Culte");
    await openMore(page);
    await page.getByLabel("Fin (facultatif)").selectOption("11:30");
    await page.getByLabel("Précisions (facultatif)").fill("Accordage à 9 h.\nPartitions : https://chants.example.org");
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByText("dimanche 15 novembre 2026 à 10:00, jusqu'à 11:30")).toBeVisible();
    const link = page.getByRole("link", { name: "https://chants.example.org" });
    await expect(link).toHaveAttribute("href", "https://chants.example.org/");
    await expect(link).toHaveAttribute("rel", /noopener/);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await page.getByLabel("Heure").selectOption("12:00");
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByRole("alert")).toHaveText("La fin précède le début");
    await page.getByLabel("Fin (facultatif)").selectOption("");
    await page.getByLabel("Précisions (facultatif)").fill("");
    await page.getByRole("radio", { name: "Les garder" }).check();
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByText("dimanche 15 novembre 2026 à 12:00", { exact: true })).toBeVisible();
    await expect(page.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveCount(3);
    const [stored] = await page.evaluate(() => JSON.parse(localStorage.getItem("events") ?? "[]") as object[]);
    const kept = ["availability", "date", "groupId", "id", "location", "name", "time"];
    expect(Object.keys(stored ?? {}).toSorted()).toEqual(kept);
  });

  test("the edit leads to the event's page, even if its address was typed on another screen", async ({ page }) => {
    await page.goto(`/events/${CULTE.id}/edit`);
    await page.getByLabel("Lieu").fill("Salle B");
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page).toHaveURL(`/events/${CULTE.id}`);
    await expect(page.getByText("Salle B", { exact: true })).toBeVisible();
  });

  test("markup in the details is shown as it was typed, and does nothing", async ({ page }) => {
    const markup = `<b>Gras</b> <img src="x" onerror="document.title = 'pris'"> <script>document.title = 'pris'</script>`;
    await page.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await openMore(page);
    await page.getByLabel("Précisions (facultatif)").fill(markup);
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByRole("link", { name: "Modifier l'événement" })).toBeVisible();
    await expect(page.getByText(markup)).toBeVisible();
    expect(await page.title()).not.toBe("pris");
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  test("an event that moves may ask everybody again", async ({ page }) => {
    await page.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    const answers = page.getByRole("group", { name: "Réponses déjà données" });
    await expect(answers).toHaveCount(0);
    await page.getByLabel("Date", { exact: true }).fill("2026-11-16");
    await expect(answers.getByRole("radio", { name: "Les garder" })).toBeChecked();
    await answers.getByRole("radio", { name: "Les redemander" }).check();
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByText("lundi 16 novembre 2026 à 10:00", { exact: true })).toBeVisible();
    await expect(page.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveCount(0);
  });

  test("a copy has everything but the date", async ({ page }) => {
    await page.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("link", { name: "Dupliquer" }).click();
    await expect(page).toHaveURL(`/create-event?copy=${encodeURIComponent(CULTE.id)}`);
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Culte");
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue("");
    await page.getByLabel("Date", { exact: true }).fill("2026-11-18");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expectDays(page, ["2026-11-15", "2026-11-18"]);
  });

  test("a copy is created in the group of its original, even if that is deleted meanwhile", async ({ page }) => {
    const original = planned("2026-11-18", "20:00", "Veillée", { groupId: "2" });
    await page.evaluate((events) => localStorage.setItem("events", events), JSON.stringify([original]));
    await page.goto(`/create-event?copy=${encodeURIComponent(original.id)}`);
    await page.getByLabel("Date", { exact: true }).fill("2026-11-25");
    // As another tab would delete it.
    await page.evaluate(() => {
      localStorage.setItem("events", "[]");
      dispatchEvent(new StorageEvent("storage", { key: "events" }));
    });
    await page.getByLabel("Lieu").fill("Salle");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect.poll(() => storedEvents(page)).toMatchObject([{ name: "Veillée", groupId: "2" }]);
  });

  test("an event of a series is edited or deleted alone, or with those after it", async ({ page }) => {
    await newEvent(page);
    await fillEvent(page, "2026-11-17");
    await page.getByLabel("Nom de l'événement").fill("Répétition");
    await openMore(page);
    await page.getByLabel("Répéter").selectOption("Chaque semaine");
    await page.getByLabel("Jusqu'au").fill("2026-12-01");
    await page.getByRole("button", { name: "Créer les 3 événements" }).click();
    await expectDays(page, ["2026-11-15", "2026-11-17", "2026-11-24", "2026-12-01"]);
    await page.locator('[data-date="2026-11-24"]').getByRole("link").first().click();
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await expect(page.getByRole("radio", { name: "Cette date seulement" })).toBeChecked();
    await page.getByRole("radio", { name: "Cette date et les suivantes" }).check();
    await page.getByLabel("Date", { exact: true }).fill("2026-11-25");
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByText("mercredi 25 novembre 2026 à 10:00", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Retour" }).click();
    await expectDays(page, ["2026-11-15", "2026-11-17", "2026-11-25", "2026-12-02"]);
    await page.locator('[data-date="2026-11-25"]').getByRole("link").first().click();
    await page.getByRole("button", { name: "Supprimer l'événement" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Cette date et les suivantes" }).check();
    await expect(dialog).toContainText("2 dates, sans aucune réponse.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await expectDays(page, ["2026-11-15", "2026-11-17"]);
    await page.getByRole("button", { name: "Annuler" }).click();
    await expectDays(page, ["2026-11-15", "2026-11-17", "2026-11-25", "2026-12-02"]);
  });

  test("a word goes with an answer, and goes when the answer changes", async ({ page }) => {
    await page.getByRole("link", { name: "Culte" }).first().click();
    const own = page.getByRole("region", { name: "Ma disponibilité" });
    await expect(own.getByLabel("Un mot (facultatif)")).toHaveCount(0);
    await own.getByRole("button", { name: "Présent" }).click();
    await own.getByLabel("Un mot (facultatif)").fill("a".repeat(141));
    await own.getByRole("button", { name: "Enregistrer le mot" }).click();
    await expect(own.getByRole("alert")).toHaveText("Ce texte est trop long");
    await own.getByLabel("Un mot (facultatif)").fill("J'arrive à 9 h 👩‍🎤");
    await own.getByRole("button", { name: "Enregistrer le mot" }).click();
    const present = page.getByRole("list", { name: "Présents" });
    await expect(present).toContainText("« J'arrive à 9 h 👩‍🎤 »");
    await expectAccessible(page);
    await own.getByRole("button", { name: "Absent" }).click();
    await expect(page.getByRole("list", { name: "Absents" })).toContainText("Admin Diapason");
    await expect(page.getByText("J'arrive")).toHaveCount(0);
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(present).toContainText("« J'arrive à 9 h 👩‍🎤 »");
  });
});

test.describe("in a shared planning", () => {
  const CULTE = planned("2099-11-15", "10:00", "Culte");

  test("an admin answers for somebody, who answers otherwise later", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE]);
    const member = await openDevice();
    await arriveAsMember(member, HELENE);
    await member.getByRole("link", { name: "Culte" }).first().click();
    const own = member.getByRole("region", { name: "Ma disponibilité" });
    await own.getByRole("button", { name: "Absent" }).click();
    await page.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("button", { name: "Répondre pour Hélène Brunet" }).click();
    const choice = page.getByRole("group", { name: "Répondre pour Hélène Brunet" });
    await choice.getByRole("button", { name: "Présent" }).click();
    const present = page.getByRole("list", { name: "Présents" });
    await expect(present).toContainText("Hélène Brunet");
    await expect(present).toContainText("par Admin Diapason");
    await expectAccessible(page);
    await expect(member.getByRole("list", { name: "Présents" })).toContainText("par Admin Diapason");
    await expect(member.getByRole("button", { name: /^Répondre pour/ })).toHaveCount(0);
    await own.getByRole("button", { name: "Absent" }).click();
    await expect(page.getByRole("list", { name: "Absents" })).toContainText("Hélène Brunet");
    await expect(page.getByText("par Admin Diapason")).toHaveCount(0);
  });

  test("an edit without a connection shows at once, and reaches the others on return", async ({ page, openDevice }) => {
    await arriveAsAdmin(page, [CULTE]);
    const member = await openDevice();
    await arriveAsMember(member, HELENE);
    await member.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("link", { name: "Culte" }).first().click();
    await page.getByRole("link", { name: "Modifier l'événement" }).click();
    await expect(page.getByLabel("Lieu")).toHaveValue(/./);
    await page.context().setOffline(true);
    await page.getByLabel("Lieu").fill("Salle des fêtes");
    await page.getByRole("button", { name: "Enregistrer les modifications" }).click();
    await expect(page.getByText("Salle des fêtes")).toBeVisible();
    await page.context().setOffline(false);
    await expectUpToDate(page);
    await expect(member.getByText("Salle des fêtes")).toBeVisible();
  });
});
