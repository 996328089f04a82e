import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin } from "#test/support/browser/visits.ts";

const CULTE = planned("2026-11-15", "10:00", "Culte", { availability: everybody(3) });

test.use({ now: "2026-11-12T18:00:00Z" });

test.beforeEach(async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/");
});

test("the event's page tells who comes and takes one's own answer back", async ({ page }) => {
  await page.getByRole("link", { name: "Culte" }).first().click();
  await expect(page).toHaveTitle("Culte · Diapason");
  const own = page.getByRole("region", { name: "Ma disponibilité" });
  const absent = page.getByRole("list", { name: "Absents" }).getByRole("listitem");
  await expect(page.getByRole("list", { name: "Présents" }).getByRole("listitem")).toHaveCount(3);
  await own.getByRole("button", { name: "Absent" }).click();
  await expect(absent).toHaveText([/Admin Diapason.*Sono/]);
  await own.getByRole("button", { name: "Retirer ma réponse" }).click();
  await expect(absent).toHaveCount(0);
  await expect(own.getByRole("button", { name: "Retirer ma réponse" })).toHaveCount(0);
});

test("on a wide page the team follows what stands above it, although the other column is longer", async ({ page }) => {
  await page.getByRole("link", { name: "Culte" }).first().click();
  async function edges(name: string) {
    const { y, height } = (await page.getByRole("region", { name }).boundingBox()) ?? { y: 0, height: 0 };
    return { top: y, bottom: y + height };
  }
  // Fonts and what opens with a movement may still move the regions.
  await expect(async () => {
    const [play, roles, team] = [await edges("Peut-on jouer ?"), await edges("Rôles critiques"), await edges("Équipe")];
    expect(roles.bottom).toBeGreaterThan(team.bottom);
    expect(team.top - play.bottom).toBe(16);
  }).toPass();
});

test("on a wide page the calendar file stands beside the way back", async ({ page }) => {
  await page.getByRole("link", { name: "Culte" }).first().click();
  const topOf = async (name: string) => (await page.getByRole("button", { name }).boundingBox())?.y ?? 0;
  await expect(async () => {
    expect(Math.abs((await topOf("Retour")) - (await topOf("Ajouter à mon agenda")))).toBeLessThan(12);
  }).toPass();
});

test("a member's team, too, although their own card is longer than what stands above it; a phone has one column", async ({
  openDevice,
  request,
}) => {
  // Without roles to fill, there is little to say whether those present can play.
  const event = { ...planned("2096-11-04", "10:00", "Culte"), requiredRoles: [] };
  await shareElsewhere(request, [event]);
  const page = await openDevice({ viewport: { width: 1280, height: 800 } });
  await arriveAsMember(page, CAMILLE);
  await page.goto(`/events/${event.id}`);
  async function box(name: string) {
    const { x, y, height } = (await page.getByRole("region", { name }).boundingBox()) ?? { x: 0, y: 0, height: 0 };
    return { x, top: y, bottom: y + height };
  }
  await expect(async () => {
    const [mine, play, team] = [await box("Ma disponibilité"), await box("Peut-on jouer ?"), await box("Équipe")];
    expect(mine.bottom).toBeGreaterThan(play.bottom);
    expect(team.top - play.bottom).toBe(16);
  }).toPass();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(async () => {
    const names = ["Ma disponibilité", "Peut-on jouer ?", "Rôles critiques", "Équipe"];
    const boxes = [];
    for (const name of names) boxes.push(await box(name));
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(1);
    expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).toSorted((a, b) => a - b));
  }).toPass();
});

test("an answer that cannot be stored is told, with the reason", async ({ page }) => {
  await page.getByRole("link", { name: "Culte" }).first().click();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const own = page.getByRole("region", { name: "Ma disponibilité" });
  await own.getByRole("button", { name: "Présent" }).click();
  await expect(own.getByRole("alert")).toContainText("Votre réponse n'a pas pu être enregistrée");
  await expect(own.getByRole("alert")).toContainText("L'espace de stockage de ce navigateur est plein ou bloqué.");
  await expect(own.getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "false");
});

test("an event is deleted from its page after a dialog that says what goes with it", async ({ page }) => {
  await page.getByRole("link", { name: "Culte" }).first().click();
  await page.getByRole("button", { name: "Supprimer l'événement" }).click();
  const dialog = page.getByRole("dialog", { name: "Supprimer « Culte » ?" });
  await expect(dialog).toContainText("Les 3 réponses de l'équipe partent avec lui.");
  await expect(dialog.getByRole("button", { name: "Annuler" })).toBeFocused();
  await dialog.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("button", { name: "Supprimer l'événement" }).click();
  await dialog.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText("Aucun événement à venir.")).toBeVisible();
});

test("an event that is not there says so, and leads back to the dashboard", async ({ page }) => {
  await page.getByRole("link", { name: "Culte" }).first().click();
  await page.evaluate(() => history.replaceState(null, "", "/events/unknown"));
  await expect(page.getByText("Événement non trouvé.")).toBeVisible();
  await page.getByRole("button", { name: "Retour au tableau de bord" }).click();
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
});

test.describe("creating an event", () => {
  const alert = "Tous les champs sont obligatoires";

  test.beforeEach(({ page }) => page.getByRole("button", { name: "Ajouter un événement le 24 novembre 2026" }).click());

  test("empty fields are asked for once, and what was typed stays", async ({ page }) => {
    await page.getByLabel("Nom de l'événement").fill("Veillée");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert").filter({ hasText: alert })).toHaveCount(1);
    await expect(page.getByLabel("Heure")).toBeFocused();
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Veillée");
    await page.getByLabel("Heure").selectOption("22:30");
    await expect(page.getByText("mardi 24 novembre 2026 à 22:30")).toBeVisible();
  });

  test("the times go from 06:00 to 22:30, and none is chosen at first", async ({ page }) => {
    const options = page.getByLabel("Heure").getByRole("option");
    await expect(page.getByLabel("Heure")).toHaveValue("");
    await expect(options).toHaveCount(35);
    await expect(options.nth(1)).toHaveText("06:00");
    await expect(options.last()).toHaveText("22:30");
  });

  test("a half-typed date, a year of five digits and a past day each get their own words", async ({ page }) => {
    const date = page.getByLabel("Date", { exact: true });
    await page.getByLabel("Nom de l'événement").fill("Veillée");
    await page.getByLabel("Heure").selectOption("19:30");
    await page.getByLabel("Lieu").fill("Temple");
    await date.fill("");
    await date.pressSequentially("12");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert")).toHaveText("Format de date invalide");
    await date.fill("12026-11-24");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert")).toHaveText("Format de date invalide");
    await date.fill("2026-11-11");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert")).toHaveText("La date doit être aujourd'hui ou plus tard");
    await date.fill("2026-11-12");
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("status").filter({ hasText: "« Veillée » créé." })).toBeVisible();
  });

  test("an event that cannot be stored is told, with the reason, and nothing typed is lost", async ({ page }) => {
    await page.getByLabel("Nom de l'événement").fill("Veillée");
    await page.getByLabel("Heure").selectOption("19:30");
    await page.getByLabel("Lieu").fill("Temple");
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert")).toContainText("Échec de la création de l'événement");
    await expect(page.getByRole("alert")).toContainText("L'espace de stockage de ce navigateur est plein ou bloqué.");
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Veillée");
  });

  test("Annuler leads back to the month it came from", async ({ page }) => {
    await page.getByRole("button", { name: "Annuler" }).click();
    await expect(page.getByRole("heading", { name: "novembre 2026" })).toBeVisible();
  });
});

test("a malformed date in the address is said to be one, and none is filled in", async ({ page }) => {
  await page.evaluate(() => history.pushState(null, "", "/create-event?date=12026-11-24"));
  await expect(page.getByRole("alert")).toHaveText("Format de date invalide");
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("");
});
