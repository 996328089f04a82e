import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { upcomingCards } from "#test/support/browser/visits.ts";
import { memoryFolder } from "#test/support/process/memory-folder.ts";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";

const ROOT = join(import.meta.dirname, "..");
const DEMO = [process.execPath, join(ROOT, "dist/server/demo.js")];
const SHORTEST_TARGET = 44;
const NOTICE = "Démonstration : tout est inventé et recommence à chaque heure. N'y écrivez rien de personnel.";

const test = base.extend<{ demo: Diapason }>({
  /** A process of its own, as an operator starts it. */
  demo: async ({}, provide) => {
    const demo = await startDiapason({}, DEMO, memoryFolder());
    await provide(demo);
    await demo.stop();
  },
  diapason: ({ demo }, provide) => provide(demo),
});

function noticeOf(page: Page): Locator {
  return page.getByRole("complementary", { name: "Démonstration" });
}

async function enter(page: Page, as: "responsable" | "musicien"): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: `Entrer comme ${as}` }).click();
  await page.getByRole("button", { name: "Louange du dimanche", exact: true }).click();
  await expect(page.getByRole("region", { name: "Calendrier" })).toBeVisible();
}

/** It stands above the page's first element, and hides nothing of it. */
async function expectAbove(page: Page): Promise<void> {
  const notice = await noticeOf(page).boundingBox();
  const next = await page.locator("#root > *, body > header, body > main").first().boundingBox();
  expect(notice?.y).toBe(0);
  expect(next?.y).toBeGreaterThanOrEqual(notice?.height ?? Infinity);
}

test("every page says that it is a demo, before its own content", async ({ page }) => {
  // What a browser would keep for when the server is silent.
  expect(await (await page.request.get("/index.html")).text()).toContain("Démonstration");
  await page.goto("/login");
  await expect(noticeOf(page)).toContainText(NOTICE);
  await expectAbove(page);
  for (const name of ["Entrer comme responsable", "Entrer comme musicien"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(SHORTEST_TARGET);
  }
  await expectAccessible(page);
  for (const path of ["/answer?t=void", "/unsubscribe?t=void", "/register"]) {
    await page.goto(path);
    await expect(noticeOf(page)).toContainText(NOTICE);
    await expectAbove(page);
    await expect(noticeOf(page).getByRole("button")).toHaveCount(0);
  }
  await page.goto("/answer?t=void");
  await expect(page.getByRole("heading", { name: "Ce lien n'est plus valable." })).toBeVisible();
  await expectAccessible(page);
  await enter(page, "responsable");
  await expect(noticeOf(page)).toContainText(NOTICE);
  await expectAbove(page);
  await expectAccessible(page);
});

test("one press lets a visitor in as a leader or as a musician, who stay signed in after a reload", async ({
  page,
  openDevice,
}) => {
  await enter(page, "responsable");
  await page.reload();
  await expect(page.getByRole("button", { name: "Menu utilisateur" })).toBeVisible();
  await page.goto("/users");
  await expect(page.getByRole("heading", { name: "Gestion des utilisateurs" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Supprimer / })).toHaveCount(23);

  const musician = await openDevice({ viewport: { width: 360, height: 740 } });
  await enter(musician, "musicien");
  await expect(musician.getByRole("region", { name: "À répondre" })).toBeVisible();
});

test("begins again under open pages, which show the team as it was at first", async ({ page, demo, openDevice }) => {
  await enter(page, "responsable");
  const musician = await openDevice();
  await enter(musician, "musicien");
  const [event] = await (await page.request.get("/api/events/upcoming?group=1")).json();
  await page.request.patch(`/api/events/${event.id}`, { data: { name: "Tout autre chose" } });
  for (const screen of [page, musician]) await expect(upcomingCards(screen).first()).toContainText("Tout autre chose");

  process.kill(demo.pid, "SIGUSR2");
  for (const screen of [page, musician]) await expect(upcomingCards(screen).first()).toContainText(event.name);
  const answering = upcomingCards(musician).first().getByRole("button", { name: "Absent", exact: true });
  await answering.click();
  await expect(answering).toHaveAttribute("aria-pressed", "true");
  await expect(musician.getByText("À jour", { exact: true })).toBeVisible();
});

test("is printed without its notice", async ({ page }) => {
  await page.goto("/login");
  await expect(noticeOf(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(noticeOf(page)).toBeHidden();
});

test("says in one sentence what visitors cannot do", async ({ page }) => {
  await enter(page, "responsable");
  await page.getByRole("button", { name: "Menu utilisateur" }).click();
  await page.getByRole("button", { name: "Modifier le profil" }).click();
  await page.getByRole("button", { name: "Changer le mot de passe" }).click();
  await page.getByLabel("Ancien mot de passe", { exact: true }).fill("demonstration");
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("autre-secret-long");
  await page.getByLabel("Confirmer le nouveau mot de passe", { exact: true }).fill("autre-secret-long");
  await page.getByRole("button", { name: "Modifier le mot de passe" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Ce compte est commun à plusieurs personnes");
});

base("a team's pages have nothing of a demo", async ({ page }) => {
  const served = await page.request.get("/index.html");
  const built = await readFile(join(ROOT, "dist/client/index.html"), "utf8");
  expect(await served.text()).toBe(built);
  expect(await (await page.request.get("/answer?t=void")).text()).toBe(
    await readFile(join(ROOT, "dist/client/answer.html"), "utf8"),
  );
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible();
  await expect(page.getByRole("complementary")).toHaveCount(0);
  expect(await page.content()).not.toMatch(/demo\.(?:css|js)/);
});
