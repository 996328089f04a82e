import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import SqliteFile from "better-sqlite3";
import { CAMILLE, SERVICES } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { everybody, planned } from "#test/support/browser/planned.ts";
import { STORAGE_FULL } from "#test/support/browser/sentences.ts";
import {
  dayOf,
  fillStorage,
  openTab,
  returnAsAdmin,
  returnAsMember,
  storedEvents,
  storedText,
  upcomingCards,
} from "#test/support/browser/visits.ts";

const PHONE = { width: 360, height: 740 };
const CULTE = planned("2026-11-15", "10:00", "Culte");

/** Every service but one of the two guitars: a person may hold only one. */
const THIRTEEN_SERVICES = SERVICES.filter((service) => service !== "Guitare électrique");

function ownAnswer(page: Page): Locator {
  return page.getByRole("region", { name: "Ma disponibilité" });
}

function people(page: Page, list: "Présents" | "Absents" | "Sans réponse"): Locator {
  return page.getByRole("list", { name: list, exact: true }).getByRole("listitem");
}

/** Opens each event's page in turn and presses `Présent` there, without waiting for the result. */
async function answerPresent(page: Page, eventIds: readonly string[]): Promise<void> {
  await page.evaluate(async (ids) => {
    for (const id of ids) {
      history.pushState(null, "", `/events/${id}`);
      while (document.querySelector("h1")?.textContent !== id) await new Promise(requestAnimationFrame);
      document.querySelector<HTMLElement>("main fieldset button")?.click();
    }
  }, eventIds);
}

async function fillEventForm(page: Page, { name, time }: { name: string; time: string }): Promise<void> {
  await page.getByLabel("Nom de l'événement").fill(name);
  await page.getByLabel("Heure").selectOption(time);
  await page.getByLabel("Lieu").fill("Temple");
}

/** Corners are rounded. */
const INSET = 8;

async function leftEndOf(shown: Locator): Promise<{ x: number; y: number }> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("not shown");
  return { x: box.x + INSET, y: box.y + box.height / 2 };
}

test.use({ now: "2026-11-12T18:00:00Z" });

test.describe("the calendar", () => {
  test("two events at one time stand in one order everywhere, and each keeps its own answer", async ({ page }) => {
    const events = [planned("2026-11-15", "10:00", "Éveil", { id: "b" }), { ...CULTE, id: "a" }];
    await returnAsAdmin(page, { events, selectedGroup: "1" });
    await page.goto("/");
    await expect(dayOf(page, "2026-11-15").getByRole("link")).toHaveText([/Culte/, /Éveil/]);
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Culte", "Éveil"]);
    await upcomingCards(page).nth(1).getByRole("button", { name: "Présent" }).click();
    await expect(upcomingCards(page).getByRole("button", { name: "Présent" }).nth(1)).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    const stored = await storedEvents(page);
    expect(stored.map(({ id, availability }) => [id, availability.length])).toEqual([
      ["b", 1],
      ["a", 0],
    ]);
    await dayOf(page, "2026-11-15").getByText("2 événements").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Culte");
  });

  test("a month that touches six weeks shows all of them", async ({ page }) => {
    await returnAsAdmin(page, { events: [planned("2026-11-30", "20:00", "Avent")], selectedGroup: "1" });
    await page.goto("/");
    await expect(page.getByRole("gridcell")).toHaveCount(42);
    await expect(page.getByRole("gridcell").last()).toHaveAttribute("data-date", "2026-12-06");
    await expect(dayOf(page, "2026-11-30").getByRole("link")).toHaveText(/20:00.*Avent/);
    await page.getByRole("button", { name: "Mois suivant" }).click();
    await expect(page.getByRole("gridcell")).toHaveCount(35);
  });

  test("an event at 22:30 on 31 December is created on that day and no other", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/create-event?date=2026-12-31");
    await fillEventForm(page, { name: "Veillée", time: "22:30" });
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("heading", { name: "décembre 2026" })).toBeVisible();
    await expect(dayOf(page, "2026-12-31").getByRole("link")).toHaveText(/22:30.*Veillée/);
    await expect(upcomingCards(page)).toContainText("jeudi 31 décembre 2026 à 22:30");
    await page.getByRole("button", { name: "Mois suivant" }).click();
    await expect(dayOf(page, "2026-12-31").getByRole("link")).toHaveText(/Veillée/);
    await expect(dayOf(page, "2027-01-01").getByRole("link")).toHaveCount(0);
  });
});

test.describe("who answers", () => {
  test("thirty people present show three faces and +27, and each once in the lists", async ({ page }) => {
    const events = [{ ...CULTE, availability: everybody(30) }];
    await returnAsAdmin(page, { events, selectedGroup: "1" });
    await page.goto("/");
    await expect(upcomingCards(page)).toContainText(/P0P1P2\+27/);
    await expect(upcomingCards(page)).toContainText(/Présents\s: Personne 0, .*Personne 29/);
    await upcomingCards(page).getByRole("link", { name: "Culte" }).click();
    await expect(people(page, "Présents")).toHaveCount(30);
    await expect(people(page, "Présents").filter({ hasText: /Personne 0\b/ })).toHaveCount(1);
  });

  test("somebody with thirteen services leaves thirteen entries and counts once", async ({ page }) => {
    await returnAsMember(page, { ...CAMILLE, services: THIRTEEN_SERVICES }, { events: [CULTE], selectedGroup: "1" });
    await page.goto(`/events/${CULTE.id}`);
    await ownAnswer(page).getByRole("button", { name: "Présent" }).click();
    await expect(people(page, "Présents")).toHaveText([/Camille Perrin.*DM.*Pasteur/]);
    await expect(
      page.getByRole("region", { name: "Rôles critiques" }).getByText("Couvert", { exact: true }),
    ).toHaveCount(7);
    const [stored] = await storedEvents(page);
    expect(stored?.availability.map(({ position }) => position)).toEqual(THIRTEEN_SERVICES);
    await ownAnswer(page).getByRole("button", { name: "Absent" }).click();
    await expect(people(page, "Absents")).toHaveText([/Camille Perrin/]);
    expect((await storedEvents(page))[0]?.availability).toMatchObject([{ position: "DM", status: "absent" }]);
  });

  test("somebody without a service answers as « Non spécifié » and covers no role", async ({ page, diapason }) => {
    const { id } = await returnAsMember(page, CAMILLE, { events: [CULTE], selectedGroup: "1" });
    // No screen can remove the last service, so the test changes the database.
    const database = new SqliteFile(join(diapason.dataDir, "diapason.sqlite"));
    database.prepare("update users set positions = '[]' where id = ?").run(id);
    database.close();
    await page.goto(`/events/${CULTE.id}`);
    await expect(ownAnswer(page)).toContainText("Aucun service");
    for (const [answer, list, status] of [
      ["Présent", "Présents", "present"],
      ["Absent", "Absents", "absent"],
    ] as const) {
      await ownAnswer(page).getByRole("button", { name: answer }).click();
      await expect(people(page, list)).toHaveText([/Camille Perrin/]);
      const entry = { userId: id, userName: "Camille Perrin", position: "Non spécifié", status };
      expect((await storedEvents(page))[0]?.availability).toEqual([entry]);
    }
    await expect(page.getByRole("region", { name: "Rôles critiques" }).getByText("Manquant")).toHaveCount(7);
  });
});

test.describe("in two tabs", () => {
  test("somebody's answer in one is seen in the other, and the last one stands alone", async ({ page }) => {
    await returnAsMember(page, CAMILLE, { events: [CULTE], selectedGroup: "1" });
    await page.goto(`/events/${CULTE.id}`);
    const other = await openTab(page, "/");
    await ownAnswer(page).getByRole("button", { name: "Présent" }).click();
    const card = upcomingCards(other);
    await expect(card.getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "true");
    await card.getByRole("button", { name: "Absent" }).click();
    await expect(ownAnswer(page).getByRole("button", { name: "Absent" })).toHaveAttribute("aria-pressed", "true");
    await expect(people(page, "Présents")).toHaveCount(0);
    expect((await storedEvents(page))[0]?.availability).toMatchObject([{ position: "Lead", status: "absent" }]);
  });

  test("two hundred answers in each, given at once, are all kept", async ({ page }) => {
    test.slow();
    const [firstIds, secondIds] = ["a", "b"].map((tab) => Array.from({ length: 200 }, (_, index) => `${tab}${index}`));
    const ids = [...(firstIds ?? []), ...(secondIds ?? [])];
    const events = ids.map((id) => planned("2026-11-15", "10:00", id, { id }));
    await returnAsMember(page, CAMILLE, { events, selectedGroup: "1" });
    await page.goto("/events/a0");
    const other = await openTab(page, "/events/b0");
    for (const tab of [page, other]) await expect(ownAnswer(tab)).toBeVisible();
    await Promise.all([answerPresent(page, firstIds ?? []), answerPresent(other, secondIds ?? [])]);
    const countAnswered = async () =>
      (await storedEvents(page)).filter((event) => event.availability.length > 0).length;
    await expect.poll(countAnswered, { timeout: 40_000 }).toBe(400);
  });

  test("an event deleted in one says so on its page in the other, whatever was open there", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto(`/events/${CULTE.id}`);
    await page.getByRole("button", { name: "Supprimer l'événement" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const other = await openTab(page, "/");
    await upcomingCards(other).getByRole("button", { name: "Supprimer l'événement Culte" }).click();
    await upcomingCards(other).getByRole("button", { name: "Confirmer la suppression" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Événement non trouvé.");
    await expect(page).toHaveTitle("Événement non trouvé. · Diapason");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Retour au tableau de bord" }).click();
    await expect(page.getByText("Aucun événement à venir.")).toBeVisible();
  });
});

test.describe("names that try everything", () => {
  const SCRIPT = `<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">`;
  const NAMES = [
    "W".repeat(200),
    "Répétition générale ".repeat(10).trim(),
    "👩‍👩‍👧‍👦🎸".repeat(10),
    "جوقة الأحد مع الجميع ".repeat(8).trim(),
    SCRIPT,
  ];

  test.use({ viewport: PHONE });

  async function expectToFit(page: Page): Promise<void> {
    const { scrollWidth, hacked } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      hacked: "hacked" in window,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(PHONE.width);
    expect(hacked).toBe(false);
  }

  test("of groups and events are shown as they are, and scroll nothing sideways", async ({ page }) => {
    test.slow();
    const groups = NAMES.map((name, index) => ({ id: `${index + 1}`, name }));
    const events = NAMES.map((name, index) =>
      planned("2026-11-15", "10:00", name, { id: `e${index}`, location: name, availability: everybody(4) }),
    );
    await returnAsAdmin(page, { groups, events });
    await page.goto("/select-group");
    for (const name of NAMES) await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
    await page.getByLabel("Groupe à supprimer").selectOption("1");
    await page.getByRole("button", { name: "Supprimer le groupe" }).click();
    await expect(page.getByRole("group", { name: /^Supprimer « W/ })).toBeVisible();
    await expectToFit(page);
    await page.getByRole("button", { name: NAMES[0] ?? "", exact: true }).click();
    await dayOf(page, "2026-11-15").click();
    const cards = page.getByRole("region", { name: "dimanche 15 novembre" }).getByRole("listitem");
    await expect(cards.getByRole("heading")).toHaveText(NAMES);
    await cards
      .first()
      .getByRole("button", { name: /^Supprimer/ })
      .click();
    await expectToFit(page);
    for (const [index, name] of NAMES.entries()) {
      await page.goto(`/events/e${index}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expectToFit(page);
    }
    await page.getByRole("button", { name: "Supprimer l'événement" }).click();
    await expect(page.getByRole("dialog")).toContainText(SCRIPT);
    await expectToFit(page);
  });

  test("of people are shown as they are, and scroll nothing sideways", async ({ page }) => {
    const [longWord = "", , , rightToLeft = ""] = NAMES;
    const person = { ...CAMILLE, firstName: longWord, lastName: SCRIPT.slice(0, 200) };
    const availability = [
      { userId: "r", userName: `${rightToLeft} ${rightToLeft}`, position: "Lead", status: "present" as const },
    ];
    await returnAsMember(page, person, { events: [{ ...CULTE, availability }], selectedGroup: "1" });
    await page.goto("/select-group");
    await expect(page.getByText(`Bonjour ${longWord}.`)).toBeVisible();
    await expectToFit(page);
    await page.getByRole("button", { name: "Menu utilisateur" }).click();
    await expectToFit(page);
    await page.keyboard.press("Escape");
    await page.goto(`/events/${CULTE.id}`);
    await ownAnswer(page).getByRole("button", { name: "Présent" }).click();
    await expect(people(page, "Présents").filter({ hasText: longWord })).toContainText(SCRIPT);
    await expect(people(page, "Présents").filter({ hasText: rightToLeft })).toHaveCount(1);
    await expectToFit(page);
  });

  test("of people in a sentence scroll nothing sideways", async ({ page }) => {
    const [longWord = ""] = NAMES;
    const availability = everybody().map((entry) => ({ ...entry, userId: entry.position, userName: longWord }));
    await returnAsMember(page, CAMILLE, { events: [{ ...CULTE, availability }], selectedGroup: "1" });
    await page.goto(`/events/${CULTE.id}`);
    await expect(page.getByText("une seule absence parmi ces sept personnes")).toContainText(longWord);
    await expectToFit(page);
  });

  test("typed into the forms come out as they went in", async ({ page }) => {
    await returnAsAdmin(page, { selectedGroup: "1" });
    await page.goto("/create-event?date=2026-11-15");
    await fillEventForm(page, { name: SCRIPT, time: "10:00" });
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("status").filter({ hasText: `« ${SCRIPT} » créé.` })).toBeVisible();
    await expectToFit(page);
    expect(await storedEvents(page)).toMatchObject([{ name: SCRIPT }]);
  });
});

test.describe("a double press", () => {
  test("that begins on a card that goes away answers nothing on the one that comes in its place", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/");
    const present = upcomingCards(page).first().getByRole("button", { name: "Présent", exact: true });
    await present.dispatchEvent("click", { detail: 2 });
    await present.press("Tab");
    await expect(present).toHaveAttribute("aria-pressed", "false");
    await present.click();
    await expect(present).toHaveAttribute("aria-pressed", "true");
  });

  test("creates one event, and deletes one", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/create-event?date=2026-11-14");
    await fillEventForm(page, { name: "Veillée", time: "20:00" });
    await page.getByRole("button", { name: "Créer l'événement" }).evaluate((pressed: HTMLElement) => {
      // Two presses before the page can render the first one.
      pressed.click();
      pressed.click();
    });
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Veillée", "Culte"]);
    const first = upcomingCards(page).first();
    await first.getByRole("button", { name: "Supprimer l'événement Veillée" }).dblclick();
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Veillée", "Culte"]);
    await first.getByRole("button", { name: "Supprimer l'événement Veillée" }).click();
    await first.getByRole("button", { name: "Confirmer la suppression" }).dblclick();
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Culte"]);
    expect(await storedEvents(page)).toEqual([CULTE]);
  });

  test("on an answer keeps it, and on a deletion dialog's button deletes once", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE, planned("2026-11-16", "10:00", "Lundi")], selectedGroup: "1" });
    await page.goto(`/events/${CULTE.id}`);
    await ownAnswer(page).getByRole("button", { name: "Présent" }).dblclick();
    await expect(ownAnswer(page).getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "true");
    expect((await storedEvents(page))[0]?.availability).toHaveLength(1);
    await page.getByRole("button", { name: "Supprimer l'événement" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).dblclick();
    await expect(upcomingCards(page).getByRole("heading")).toHaveText(["Lundi"]);
  });

  test("does nothing to what came under the finger between its halves", async ({ page }) => {
    // Every day of the month has an event, so that a press nearly anywhere hits one.
    const others = Array.from({ length: 30 }, (_, index) =>
      planned(`2026-11-${String(index + 1).padStart(2, "0")}`, "20:00", "Veillée"),
    );
    // At this height the left end of the dialog's button is over an event of the calendar, beside the event's own button.
    await page.setViewportSize({ width: 1280, height: 760 });
    await returnAsAdmin(page, { events: [CULTE, ...others], selectedGroup: "1" });
    await page.goto(`/events/${CULTE.id}`);
    await page.getByRole("button", { name: "Supprimer l'événement" }).click();
    const { x, y } = await leftEndOf(page.getByRole("dialog").getByRole("button", { name: "Supprimer" }));
    await page.mouse.click(x, y);
    await expect(page.getByRole("heading", { name: "novembre 2026" })).toBeVisible();
    // It comes later than the calendar, and moves it down.
    await expect(page.getByRole("link", { name: "Partager avec l'équipe" })).toBeVisible();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page).toHaveURL("/");
    await page.mouse.click(x, y);
    await expect(page).toHaveURL(/events\//);
  });
});

test.describe("a storage that takes nothing more", () => {
  test("fails the creation and the answer in their own words, and keeps what it held", async ({ page }) => {
    await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
    await page.goto("/create-event?date=2026-11-14");
    await fillEventForm(page, { name: "Veillée", time: "20:00" });
    await fillStorage(page);
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert").locator("p")).toHaveText([
      "Échec de la création de l'événement",
      STORAGE_FULL,
    ]);
    await expect(page.getByLabel("Nom de l'événement")).toHaveValue("Veillée");
    await page.goto(`/events/${CULTE.id}`);
    await ownAnswer(page).getByRole("button", { name: "Présent" }).click();
    await expect(ownAnswer(page).getByRole("alert").locator("p")).toHaveText([
      "Votre réponse n'a pas pu être enregistrée",
      STORAGE_FULL,
    ]);
    await expect(ownAnswer(page).getByRole("button", { name: "Présent" })).toHaveAttribute("aria-pressed", "false");
    expect(await storedEvents(page)).toEqual([CULTE]);
  });

  test("because the browser blocks it still lets somebody in, and says what cannot be kept", async ({
    page,
    request,
  }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("The browser blocks storage", "SecurityError");
          },
        });
      }
    });
    const { defaultAdmin } = await (await request.get("/api/config")).json();
    await page.goto("/login");
    await page.getByLabel("Adresse e-mail").fill(defaultAdmin.email);
    await page.getByLabel("Mot de passe", { exact: true }).fill(defaultAdmin.password);
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await page.getByRole("button", { name: "Louange du dimanche", exact: true }).click();
    await page.getByRole("button", { name: "Ajouter un événement le 15 novembre 2026" }).click();
    await fillEventForm(page, { name: "Culte", time: "10:00" });
    await page.getByRole("button", { name: "Créer l'événement" }).click();
    await expect(page.getByRole("alert").locator("p")).toHaveText([
      "Échec de la création de l'événement",
      STORAGE_FULL,
    ]);
  });
});

test("stored events that cannot be read are set aside, told, and never thrown away", async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.evaluate(() => localStorage.setItem("events", '[{"id":"half'));
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText(
    "Des données de ce navigateur étaient illisibles : les événements.",
  );
  await expect(page.getByText("Aucun événement à venir.")).toBeVisible();
  const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("events.corrupt-")));
  expect(keys).toEqual([`events.corrupt-${Date.parse("2026-11-12T18:00:00Z")}`]);
  expect(await storedText(page, keys[0] ?? "")).toBe('[{"id":"half');
  await page.getByRole("button", { name: "J'ai compris" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
