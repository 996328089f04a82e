import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createLinkTokens } from "#server/auth/links/link-tokens.ts";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { button } from "#test/support/browser/locators.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { stubPush } from "#test/support/browser/push-stub.ts";
import { shareElsewhere, sharePlanning } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember } from "#test/support/browser/visits.ts";

const CULTE = planned("2096-11-04", "10:30", "Culte");
const MEMBER_TOPICS = ["Rappels", "Changements d'un événement", "Demandes", "Ma place dans la formation"];
const ACTIVATE = "Activer les notifications sur cet appareil";
const SECRET = "a secret of sixteen characters or more";

test.use({ serviceWorkers: "allow", settings: { AUTH_SECRET: SECRET } });

function box(page: Page, topic: string, label: "Par mail" | "Sur cet appareil"): Locator {
  return page.getByRole("group", { name: topic, exact: true }).getByRole("checkbox", { name: label, exact: true });
}

/** A press has been saved: its line says so. */
async function press(page: Page, topic: string, label: "Par mail" | "Sur cet appareil"): Promise<void> {
  await box(page, topic, label).click();
  await expect(page.getByRole("group", { name: topic }).getByRole("status")).toHaveText("Enregistré");
}

/** Whether the browser itself has a subscription, whatever the server knows. */
function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.pushManager.getSubscription()) !== null;
  });
}

async function visit(page: Page, request: APIRequestContext): Promise<void> {
  await shareElsewhere(request, [CULTE]);
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.goto("/notifications");
  await expect(page.getByRole("group")).toHaveCount(4);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
}

test("a member chooses topic by topic; each press is saved at once, and lasts", async ({ page, request, context }) => {
  await stubPush(context);
  await shareElsewhere(request, [CULTE]);
  await returnAsMember(page, CAMILLE, { selectedGroup: "1" });
  await page.request.put("/api/groups/1/members/me");
  await page.goto("/");
  await openMenu(page);
  await page.getByRole("link", { name: "Notifications", exact: true }).click();
  await expect(page).toHaveURL("/notifications");
  await expect(page).toHaveTitle("Notifications · Diapason");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notifications");
  await expect(page.getByText("Rien ne part entre 21:00 et 8:00.")).toBeVisible();
  await expect(page.getByRole("group")).toHaveCount(MEMBER_TOPICS.length);
  for (const topic of MEMBER_TOPICS) {
    await expect(box(page, topic, "Par mail")).toBeChecked();
    await expect(box(page, topic, "Sur cet appareil")).not.toBeChecked();
  }
  await expect(page.getByRole("heading", { name: "Mes appareils" })).toHaveCount(0);
  await expectAccessible(page);

  const group = page.getByRole("group", { name: "Demandes" });
  const before = await group.boundingBox();
  await press(page, "Demandes", "Par mail");
  expect(await group.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await expect(group.getByText("Quand l'équipe a besoin de vous.")).toBeVisible();
  await expect(group.getByRole("status")).toHaveCount(0);
  await page.reload();
  await expect(box(page, "Demandes", "Par mail")).not.toBeChecked();
  await expect(box(page, "Rappels", "Par mail")).toBeChecked();
});

test("an admin hears of drop-outs as well, and without a shared planning there is nothing to choose", async ({
  page,
}) => {
  await returnAsAdmin(page);
  await page.goto("/notifications");
  await expect(page).toHaveURL(/\/(select-group)?$/);
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Mes absences" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Notifications" })).toHaveCount(0);
  await sharePlanning(page, [CULTE]);
  await page.goto("/notifications");
  await expect(page.getByRole("group")).toHaveCount(5);
  await press(page, "Désistements", "Par mail");
});

test("a device is activated, chosen for, listed and removed", async ({ page, request, context }) => {
  await stubPush(context);
  await visit(page, request);
  await button(page, ACTIVATE).click();
  await expect(page.getByRole("status").filter({ hasText: "actives sur cet appareil" })).toBeVisible();
  await expect(button(page, ACTIVATE)).toHaveCount(0);
  // The focus is not lost with the button.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  for (const topic of MEMBER_TOPICS) await expect(box(page, topic, "Sur cet appareil")).toBeChecked();
  const list = page.getByRole("list", { name: "Mes appareils" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText(/Chrome, \w+cet appareil,\s?depuis le \d+ \S+ \d{4}/);
  await expectAccessible(page);
  await press(page, "Rappels", "Sur cet appareil");
  await page.reload();
  await expect(box(page, "Rappels", "Sur cet appareil")).not.toBeChecked();
  await expect(box(page, "Demandes", "Sur cet appareil")).toBeChecked();
  await expect(box(page, "Rappels", "Par mail")).toBeChecked();

  await list.getByRole("button", { name: "Retirer", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "L'appareil est retiré." })).toBeVisible();
  await expect(list).toHaveCount(0);
  await expect(button(page, ACTIVATE)).toBeVisible();
  await expect(box(page, "Demandes", "Sur cet appareil")).not.toBeChecked();
});

test("a box of a device that is not active asks the browser first, and is then the only one", async ({
  page,
  request,
  context,
}) => {
  await stubPush(context);
  await visit(page, request);
  await press(page, "Demandes", "Sur cet appareil");
  await expect(box(page, "Demandes", "Sur cet appareil")).toBeChecked();
  await expect(box(page, "Rappels", "Sur cet appareil")).not.toBeChecked();
  await expect(button(page, ACTIVATE)).toHaveCount(0);
});

test("two boxes pressed while the browser asks for permission are both saved", async ({ page, request, context }) => {
  await stubPush(context);
  await visit(page, request);
  await page.evaluate(() => {
    const ask = Notification.requestPermission.bind(Notification);
    const allowed = new Promise<void>((resolve) => addEventListener("test-allow", () => resolve()));
    Notification.requestPermission = () => allowed.then(() => ask());
  });
  await box(page, "Demandes", "Sur cet appareil").click({ force: true });
  await box(page, "Rappels", "Sur cet appareil").click({ force: true });
  await page.evaluate(() => dispatchEvent(new Event("test-allow")));
  for (const topic of ["Demandes", "Rappels"]) await expect(box(page, topic, "Sur cet appareil")).toBeChecked();
  await expect(box(page, "Ma place dans la formation", "Sur cet appareil")).not.toBeChecked();
  await page.reload();
  for (const topic of ["Demandes", "Rappels"]) await expect(box(page, topic, "Sur cet appareil")).toBeChecked();
  await expect(box(page, "Ma place dans la formation", "Sur cet appareil")).not.toBeChecked();
});

test("whoever signs out here gets nothing more on this device, nor does the next person", async ({
  page,
  request,
  context,
}) => {
  await stubPush(context);
  await visit(page, request);
  await button(page, ACTIVATE).click();
  await expect(page.getByRole("list", { name: "Mes appareils" })).toBeVisible();
  expect(await isSubscribed(page)).toBe(true);
  await openMenu(page);
  await button(page, "Se déconnecter").click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => isSubscribed(page)).toBe(false);
  await returnAsMember(page, { ...CAMILLE, email: "other@example.org" }, { selectedGroup: "1" });
  await page.goto("/notifications");
  await expect(button(page, ACTIVATE)).toBeVisible();
  await expect(page.getByRole("list", { name: "Mes appareils" })).toHaveCount(0);
});

test("a browser that blocks notifications says how to allow them", async ({ page, request, context }) => {
  await stubPush(context, "denied");
  await visit(page, request);
  await expect(page.getByText("Ce navigateur bloque les notifications de Diapason.")).toBeVisible();
  await expect(button(page, ACTIVATE)).toHaveCount(0);
  await expect(box(page, "Rappels", "Sur cet appareil")).toBeDisabled();
  await expect(box(page, "Rappels", "Sur cet appareil")).toHaveAccessibleDescription(/Autorisez-les/);
  await press(page, "Rappels", "Par mail");
  await expectAccessible(page);
});

test("a press that cannot be saved is taken back and said; what was chosen elsewhere stays", async ({
  page,
  request,
  context,
}) => {
  await stubPush(context);
  await visit(page, request);
  await page.route("/api/notifications*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await box(page, "Rappels", "Par mail").click();
  await expect(page.getByRole("alert")).toHaveText(
    "Votre choix n'a pas pu être enregistré, et n'a pas changéLe serveur ne répond pas. Vérifiez votre connexion.",
  );
  await expect(box(page, "Rappels", "Par mail")).toBeChecked();
  await page.unroute("/api/notifications*");
  const given = await (await page.request.get("/api/notifications")).json();
  const wishes = { ...given.wishes, place: { byMail: false, byPush: false } };
  await page.request.put("/api/notifications", { data: { ...given, wishes } });
  await press(page, "Rappels", "Par mail");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(box(page, "Ma place dans la formation", "Par mail")).not.toBeChecked();
  await expect(box(page, "Rappels", "Par mail")).not.toBeChecked();
  await context.setOffline(true);
  await expect(page.getByText("Hors ligne").first()).toBeVisible();
  await expect(box(page, "Rappels", "Par mail")).toBeDisabled();
  await expect(box(page, "Rappels", "Par mail")).toHaveAccessibleDescription("Hors ligne");
});

test("two presses on one box that cannot be saved leave it as it was", async ({ page, request, context }) => {
  await stubPush(context);
  await visit(page, request);
  const reads: (() => Promise<void>)[] = [];
  await page.route("/api/notifications*", (route) => {
    reads.push(() => route.abort());
  });
  await box(page, "Rappels", "Par mail").click();
  await expect(box(page, "Rappels", "Par mail")).not.toBeChecked();
  await box(page, "Rappels", "Par mail").click();
  await expect(box(page, "Rappels", "Par mail")).toBeChecked();
  for (const number of [0, 1]) {
    await expect.poll(() => reads.length).toBe(number + 1);
    await reads[number]?.();
  }
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(box(page, "Rappels", "Par mail")).toBeChecked();
});

test("a mail's link stops its kind by one press, without a session, a script, or the stored page", async ({
  page,
  openDevice,
  request,
  context,
}) => {
  await visit(page, request);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  const link = `/unsubscribe?t=${createLinkTokens(SECRET).sign("unsubscribe", [user.id, "reminders"])}`;
  const served = await page.goto(link);
  expect(served?.fromServiceWorker()).toBe(false);
  await expectAccessible(page);
  await context.clearCookies();
  const plain = await openDevice();
  for (const device of [page, plain]) {
    await device.goto(link);
    const stop = device.getByRole("button", { name: "Ne plus recevoir ces mails" });
    if (device === page) await stop.click();
    await expect(device.getByRole("heading", { level: 1 })).toHaveText("C'est noté.");
    await expect(device.getByText("Vous ne recevez plus de rappel par mail.")).toBeVisible();
  }
  await expectAccessible(page);
  await plain.goto(`${link}x`);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Ce lien n'est plus valable.");
});
