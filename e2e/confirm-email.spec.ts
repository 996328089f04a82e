import type { Page } from "@playwright/test";
import { expectAccessible } from "#test/support/browser/accessibility.ts";
import { CAMILLE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { nthConfirmationMail } from "#test/support/browser/mails.ts";
import { lookAgain } from "#test/support/browser/menu.ts";
import { chooseGroup, register, signInAsAdmin } from "#test/support/browser/people.ts";
import { UNREACHABLE } from "#test/support/browser/sentences.ts";

const GROUP = "Louange du dimanche";

function notice(page: Page) {
  return page.getByRole("region", { name: "Adresse à confirmer" });
}

function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly { readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** Runs in the page. Collects in `falls` by how many pixels elements moved up or down after they were drawn. */
function noteFalls(): void {
  const falls: number[] = [];
  Object.assign(window, { falls });
  new PerformanceObserver((list) => {
    const sources = (list.getEntries() as LayoutShift[]).flatMap((shift) => shift.sources);
    falls.push(...sources.map(({ previousRect, currentRect }) => currentRect.y - previousRect.y).filter(Boolean));
  }).observe({ type: "layout-shift", buffered: true });
}

/** Registers, and opens the dashboard. */
async function arrive(page: Page): Promise<void> {
  await register(page, CAMILLE);
  await chooseGroup(page, GROUP);
}

test.describe("the address of a new account", () => {
  test("is confirmed by the mail's link, and no page of the person asks for it any more", async ({
    page,
    context,
    openDevice,
    diapason,
  }) => {
    await arrive(page);
    await expect(notice(page)).toContainText(`Ouvrez le message envoyé à ${CAMILLE.email}`);
    await expectAccessible(page);
    const { to, link } = await nthConfirmationMail(diapason);
    expect(to).toBe(CAMILLE.email);

    // The mail is read on another device, where nobody is signed in.
    const elsewhere = await openDevice();
    await elsewhere.goto(link);
    await expect(heading(elsewhere)).toHaveText("Adresse confirmée");
    await expect(elsewhere).toHaveTitle("Adresse confirmée · Diapason");
    await expect(elsewhere).toHaveURL("/confirm-email");
    await expect(elsewhere.getByRole("link", { name: "Se connecter" })).toBeVisible();
    await expectAccessible(elsewhere);

    await lookAgain(page);
    await expect(notice(page)).toHaveCount(0);
    await page.reload();
    await page.getByRole("region", { name: "Calendrier" }).waitFor();
    await expect(notice(page)).toHaveCount(0);

    // Followed once more, by the person's own browser.
    const tab = await context.newPage();
    await tab.goto(link);
    await expect(heading(tab)).toHaveText("Adresse confirmée");
    await tab.getByRole("link", { name: "Ouvrir le planning" }).click();
    await expect(tab.getByRole("region", { name: "Calendrier" })).toBeVisible();
    await expect(notice(tab)).toHaveCount(0);
  });

  test("is asked for with the first drawing of the dashboard, by no call of its own", async ({ page, diapason }) => {
    await arrive(page);
    await nthConfirmationMail(diapason);
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) calls.push(pathname);
    });
    await page.addInitScript(noteFalls);
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await page.getByRole("region", { name: "Prochains événements" }).waitFor();
    expect(calls).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, "falls") as unknown)).toEqual([]);
  });

  test("gets the mail again, whose link takes the place of the first, a few times only", async ({ page, diapason }) => {
    await arrive(page);
    const first = await nthConfirmationMail(diapason);
    const resend = notice(page).getByRole("button", { name: "Renvoyer le message" });
    const { height } = (await notice(page).boundingBox()) ?? { height: 0 };
    await resend.click();
    await expect(notice(page).getByRole("status")).toHaveText("Message envoyé.");
    expect((await notice(page).boundingBox())?.height).toBe(height);
    const second = await nthConfirmationMail(diapason, 2);
    await resend.click();
    await nthConfirmationMail(diapason, 3);
    await resend.click();
    await nthConfirmationMail(diapason, 4);
    await resend.click();
    await expect(notice(page).getByRole("alert")).toHaveText(/^Trop d'essais\. Réessayez dans \d+ secondes\.$/);

    for (const { link } of [first, second]) {
      await page.goto(link);
      await expect(page.getByRole("alert")).toHaveText("Ce lien n'est plus valable.");
    }
    await expect(page.getByText("Faites-vous renvoyer le message")).toBeVisible();
    await expectAccessible(page);
    const { link } = await nthConfirmationMail(diapason, 4);
    await page.goto(link);
    await expect(heading(page)).toHaveText("Adresse confirmée");
    await page.goto(first.link);
    await expect(page.getByRole("status")).toContainText("votre adresse est déjà confirmée");
  });

  test("is not confirmed by a wrong link, which says what to do next", async ({ page }) => {
    await page.goto("/confirm-email?token=wrong");
    await expect(page.getByRole("alert")).toHaveText("Ce lien n'est plus valable.");
    await page.getByRole("link", { name: "Se connecter" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/confirm-email");
    await expect(page.getByRole("alert")).toHaveText("Ce lien n'est plus valable.");
  });

  test("waits for the server where it is silent", async ({ page, diapason }) => {
    await register(page, CAMILLE);
    const { link } = await nthConfirmationMail(diapason);
    await page.route("**/api/auth/confirm-email", (route) => route.abort());
    await page.goto(link);
    await expect(page.getByRole("alert")).toHaveText(UNREACHABLE);
    await page.unroute("**/api/auth/confirm-email");
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(heading(page)).toHaveText("Adresse confirmée");
  });
});

test("the built-in admin has no address to confirm", async ({ page, request }) => {
  await signInAsAdmin(page, request);
  await chooseGroup(page, GROUP);
  await expect(notice(page)).toHaveCount(0);
});
