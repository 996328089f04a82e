import type { APIRequestContext, Locator, Page, Response } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { answerAddress, LINK_SETTINGS } from "#test/support/browser/answer-links.ts";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsAdmin, sharePlanning } from "#test/support/browser/team-planning.ts";
import { signUp } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2020-11-22", "20:00", "Veillée");
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };
/** Of all scripts together, as they are sent. */
const SCRIPTS_MAX_BYTES = 20_000;

test.use({ settings: LINK_SETTINGS });

/** Yannick registered on another device. */
async function yannick(request: APIRequestContext): Promise<string> {
  return (await signUp(request, YANNICK)).id;
}

function pageOf({ id }: { readonly id: string }): string {
  return `/events/${encodeURIComponent(id)}`;
}

function answerButton(page: Page, name: "Présent" | "Absent"): Locator {
  return page.getByRole("button", { name, exact: true });
}

for (const viewport of [PHONE, WIDE]) {
  test.describe(`at ${viewport.width}`, () => {
    test("an answer without a session is seen on the leader's screen, and can be changed", async ({
      page,
      openDevice,
      request,
    }) => {
      await arriveAsAdmin(page, [CULTE], `/events/${CULTE.id}`);
      const userId = await yannick(request);
      const phone = await openDevice({ viewport });
      await phone.goto(answerAddress({ userId, eventId: CULTE.id, pressed: "present" }));

      await expect(phone.getByRole("heading", { name: "Culte" })).toBeVisible();
      await expect(phone).toHaveTitle("Culte · Diapason");
      await expect(phone.getByRole("main")).toContainText("Bonjour Yannick,");
      await expect(phone.getByRole("main")).toContainText("dimanche 15 novembre 2099 à 10:00");
      await expect(phone.getByText("Sans vous, pas de Batterie.")).toBeVisible();
      await expect(phone.getByRole("button").first()).toHaveText("Présent");
      await expectAccessible(phone, [viewport]);
      const present = page.getByRole("region", { name: "Équipe" }).getByRole("list", { name: "Présents" });
      await expect(present.getByText("Yannick Morel")).toBeHidden();

      await answerButton(phone, "Présent").dblclick();
      const noted = phone.getByRole("status");
      await expect(noted).toHaveText("C'est noté : présent.");
      await expect(noted).toBeFocused();
      await expect(phone.getByText("La Batterie est couverte. Merci !")).toBeVisible();
      await expectAccessible(phone, [viewport]);
      await expect(present.getByText("Yannick Morel")).toBeVisible();
      expect(await phone.context().cookies()).toEqual([]);

      await phone.getByRole("button", { name: "Changer ma réponse" }).click();
      await expect(phone.getByText("Pour l'instant : présent.")).toBeVisible();
      await expect(answerButton(phone, "Présent")).toBeFocused();
      await answerButton(phone, "Absent").click();
      await expect(noted).toHaveText("C'est noté : absent.");
      const absent = page.getByRole("region", { name: "Équipe" }).getByRole("list", { name: "Absents" });
      await expect(absent.getByText("Yannick Morel")).toBeVisible();
      await expect(phone.getByRole("link", { name: "Voir l'événement" })).toHaveAttribute("href", pageOf(CULTE));
    });
  });
}

test("the token leaves the address bar's query, and a reload still opens the page", async ({
  page,
  openDevice,
  request,
}) => {
  await sharePlanning(page, [CULTE]);
  const userId = await yannick(request);
  const phone = await openDevice();
  await phone.goto(answerAddress({ userId, eventId: CULTE.id, pressed: "absent" }));
  await expect(phone.getByRole("button").first()).toHaveText("Absent");
  expect(new URL(phone.url()).search).toBe("");
  const reloaded = await phone.reload();
  expect(reloaded?.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(new URL(reloaded?.url() ?? "").search).toBe("");
  await expect(phone.getByRole("button").first()).toHaveText("Absent");
});

test("opening a link answers nothing, and loads a small page of its own", async ({ page, openDevice, request }) => {
  await sharePlanning(page, [CULTE]);
  const userId = await yannick(request);
  const phone = await openDevice({ viewport: PHONE });
  const responses: Response[] = [];
  phone.on("response", (response) => responses.push(response));
  await phone.goto(answerAddress({ userId, eventId: CULTE.id, pressed: "present" }));
  await expect(answerButton(phone, "Présent")).toBeVisible();
  const pathsOf = (type: string) =>
    responses.filter((response) => response.request().resourceType() === type).map((response) => response.url());
  expect(pathsOf("fetch").map((url) => new URL(url).pathname)).toEqual(["/api/answers/by-link/event"]);

  const sizes = await phone.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ initiatorType, name }) => initiatorType === "script" || name.endsWith(".js"))
      .map(({ encodedBodySize, decodedBodySize }) => [encodedBodySize, decodedBodySize] as const),
  );
  expect(sizes.length).toBeLessThanOrEqual(2);
  expect(sizes.reduce((sum, [encoded]) => sum + encoded, 0)).toBeLessThan(SCRIPTS_MAX_BYTES / 2);
  // The page, its script, the stored appearance, one style sheet, two fonts, the icon, one call.
  expect(responses.length).toBeLessThanOrEqual(8);
  const event = await page.request.get(`/api/events/${CULTE.id}`);
  expect((await event.json()).availability).toEqual([]);

  await answerButton(phone, "Présent").click();
  const [file] = await Promise.all([
    phone.waitForEvent("download"),
    phone.getByRole("button", { name: "Ajouter à mon agenda" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("Culte 2099-11-15.ics");
  const all = await phone.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(all).toBeLessThan(SCRIPTS_MAX_BYTES);
});

test("links that are past or void say so, with a way on", async ({ page, openDevice, request }) => {
  await sharePlanning(page, [CULTE, VEILLEE]);
  const userId = await yannick(request);
  const phone = await openDevice();
  const heading = phone.getByRole("heading", { name: "Ce lien n'est plus valable." });

  await phone.goto(answerAddress({ userId, eventId: VEILLEE.id }));
  await expect(heading).toBeVisible();
  await expect(phone.getByRole("link", { name: "Voir l'événement" })).toHaveAttribute("href", pageOf(VEILLEE));
  await expectAccessible(phone);

  const forged = `${answerAddress({ userId, eventId: CULTE.id })}x`;
  for (const address of [answerAddress({ userId: "nobody", eventId: CULTE.id }), forged]) {
    await phone.goto("about:blank");
    await phone.goto(address);
    await expect(heading).toBeVisible();
    await expect(phone.getByRole("link", { name: "Voir l'événement" })).toHaveAttribute("href", pageOf(CULTE));
  }
  await phone.goto("/answer");
  await expect(heading).toBeVisible();
  await expect(phone.getByRole("link", { name: "Ouvrir Diapason" })).toHaveAttribute("href", "/");
});

test("a link that becomes void while it is open says so at the press", async ({ page, openDevice, request }) => {
  await sharePlanning(page, [CULTE]);
  const userId = await yannick(request);
  const phone = await openDevice();
  await phone.goto(answerAddress({ userId, eventId: CULTE.id }));
  await expect(answerButton(phone, "Présent")).toBeVisible();
  await page.request.delete(`/api/events/${CULTE.id}`, { headers: { origin: new URL(phone.url()).origin } });
  await answerButton(phone, "Présent").click();
  await expect(phone.getByRole("heading", { name: "Ce lien n'est plus valable." })).toBeVisible();
});

test("an answer for a date that moved meanwhile is asked again", async ({ page, openDevice, request }) => {
  await sharePlanning(page, [CULTE]);
  const userId = await yannick(request);
  const phone = await openDevice();
  await phone.goto(answerAddress({ userId, eventId: CULTE.id }));
  await answerButton(phone, "Absent").click();
  await phone.getByRole("button", { name: "Changer ma réponse" }).click();
  const edit = await page.request.patch(`/api/events/${CULTE.id}`, { data: { date: "2099-11-22", answers: "reset" } });
  expect(edit.ok()).toBe(true);
  await answerButton(phone, "Présent").click();
  await expect(phone.getByRole("alert")).toContainText("L'événement a été déplacé entre-temps.");
  await expect(phone.getByText("dimanche 22 novembre 2099 à 10:00")).toBeVisible();
  await answerButton(phone, "Présent").click();
  await expect(phone.getByRole("status")).toHaveText("C'est noté : présent.");
});

test("while the server is away an alert says so, the buttons stay, and a later press answers", async ({
  page,
  openDevice,
  request,
}) => {
  await sharePlanning(page, [CULTE]);
  const userId = await yannick(request);
  const phone = await openDevice({ viewport: PHONE });
  await phone.goto(answerAddress({ userId, eventId: CULTE.id }));
  await expect(answerButton(phone, "Présent")).toBeVisible();
  await phone.context().setOffline(true);
  await answerButton(phone, "Présent").click();
  await expect(phone.getByRole("alert")).toHaveText(
    "Votre réponse n'a pas pu être enregistréeLe serveur ne répond pas. Vérifiez votre connexion.",
  );
  await expect(answerButton(phone, "Présent")).toBeFocused();
  await expectAccessible(phone);
  await phone.context().setOffline(false);
  await answerButton(phone, "Présent").click();
  await expect(phone.getByRole("status")).toHaveText("C'est noté : présent.");
});

test("an event that cannot be read is read again when the network is back", async ({ page, openDevice, request }) => {
  await sharePlanning(page, [CULTE]);
  const userId = await yannick(request);
  const phone = await openDevice();
  await phone.route("**/api/answers/**", (route) => route.abort());
  await phone.goto(answerAddress({ userId, eventId: CULTE.id }));
  await expect(phone.getByRole("alert")).toContainText("Le serveur ne répond pas. Vérifiez votre connexion.");
  await expectAccessible(phone);
  await phone.unroute("**/api/answers/**");
  await phone.evaluate(() => dispatchEvent(new Event("online")));
  await expect(answerButton(phone, "Présent")).toBeVisible();
});

test.describe("with the stored application", () => {
  test.use({ serviceWorkers: "allow" });

  test("the link's own page opens, with the server and without", async ({ page, diapason }) => {
    await arriveAsAdmin(page, [CULTE]);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    const userId = await page.evaluate(() => JSON.parse(localStorage.getItem("currentUser") ?? "{}").id as string);
    await page.goto(answerAddress({ userId, eventId: CULTE.id }));
    await expect(answerButton(page, "Présent")).toBeVisible();
    await diapason.stop();
    await page.goto("/answer?t=a.b");
    await expect(page.getByRole("heading", { name: "Votre réponse" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Le serveur ne répond pas. Vérifiez votre connexion.");
    await expect(page.getByRole("button", { name: "Réessayer" })).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it needs", async ({ page }) => {
    await page.goto("/answer?t=a.b");
    await expect(page.locator("noscript p")).toBeVisible();
  });
});
