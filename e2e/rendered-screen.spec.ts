import type { Page } from "@playwright/test";
import { RENDERED_VIEW_ATTRIBUTE } from "#contract/visit/visit-data.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { holdScripts, SCRIPTS } from "#test/support/browser/held-scripts.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { outlineOf, watchFirstOutline } from "#test/support/browser/outlines.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { dayOf, forgetLayout, returnAsAdmin, upcomingCard, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", 'Culte <b>&amp;</b> "louange"');
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
const WIDTHS = { phone: 360, tablet: 800, laptop: 1000, wide: 1280 };
const HEIGHT = 800;

// The worker shows the stored page when the server's is late, and the machine may be busy.
test.use({ serviceWorkers: "block" });

test.beforeEach(async ({ request }) => {
  await shareElsewhere(request, [CULTE, VEILLEE]);
});

/** The answer that opens the change stream also keeps what this browser shows, for its next visit. */
function streamOpened(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.url().includes("/api/changes"));
}

/** A member whose browser has shown the dashboard once, all of it. */
async function arrive(page: Page, person = YANNICK): Promise<void> {
  const opened = streamOpened(page);
  await arriveAsMember(page, person);
  await expect(upcomingCards(page)).toHaveCount(2);
  await opened;
}

async function arriveAsAdmin(page: Page): Promise<void> {
  await returnAsAdmin(page, { selectedGroup: "1" });
  const opened = streamOpened(page);
  await page.goto("/");
  await expect(upcomingCards(page)).toHaveCount(2);
  await opened;
}

function present(page: Page, name: string) {
  return upcomingCard(page, name).getByRole("button", { name: "Présent", exact: true });
}

async function isRendered(page: Page): Promise<boolean> {
  return (await (await page.request.get("/")).text()).includes(RENDERED_VIEW_ATTRIBUTE);
}

test("the events are there before any script of the page, and no font is in the way of the scripts", async ({
  page,
}) => {
  await arrive(page);
  const release = await holdScripts(page);
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(upcomingCards(page)).toHaveCount(2);
  await expect(upcomingCard(page, CULTE.name)).toBeVisible();
  expect(fonts).toEqual([]);
  release();
  await expectUpToDate(page);
  expect(fonts).toHaveLength(2);
});

for (const [device, width] of Object.entries(WIDTHS)) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport: { width, height: HEIGHT } });

    for (const [role, arriveAs] of Object.entries({ "a member": arrive, "an admin": arriveAsAdmin })) {
      test(`the server renders for ${role} what the browser would draw, which then keeps it`, async ({ page }) => {
        await arriveAs(page);
        await expectSame(page, ["/", `/?mois=${VEILLEE.date.slice(0, 7)}`, `/?jour=${CULTE.date}`]);
      });
    }
  });
}

// At any moment, it is another day than in Europe in one of them.
for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
  test.describe(`in the time zone ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("the server marks the team's day of today, as the page does", async ({ page }) => {
      await arrive(page);
      await expectSame(page, ["/"]);
    });
  });
}

/** Checks that the server renders each page as the browser draws it, and that the browser keeps those elements. */
async function expectSame(page: Page, paths: readonly string[]): Promise<void> {
  // Others are asked whether they want to join, once the page knows what this browser remembers.
  expect((await page.request.put("/api/groups/1/members/me")).ok()).toBe(true);
  const ownOutline = await watchFirstOutline(page);
  await noteElements(page);
  for (const path of paths) {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain(RENDERED_VIEW_ATTRIBUTE);
    // The policy of styles would refuse it.
    expect(html).not.toMatch(/<[^>]+ style=/);
    await forgetLayout(page);
    await visit(page, path);
    const own = await ownOutline();
    expect(own.length).toBeGreaterThan(100);
    expect(await outlineOf(page, html)).toEqual(own);
    await visit(page, path);
    expect(await keptElements(page)).toEqual([true, true]);
  }
}

/** The stream also keeps what this browser shows. */
async function visit(page: Page, path: string): Promise<void> {
  const opened = streamOpened(page);
  await page.goto(path);
  await expectUpToDate(page);
  await opened;
}

/** From the next page on, keeps the first day and the last card that came with the page. */
async function noteElements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const all = [...document.querySelectorAll("#root main [data-date], #root main li h3")];
      Object.assign(window, { renderedElements: [all.at(0), all.at(-1)] });
    });
  });
}

/** Whether the page that is up to date still has them. */
function keptElements(page: Page): Promise<boolean[]> {
  return page.evaluate(() => {
    const { renderedElements } = window as unknown as { renderedElements: readonly (Element | undefined)[] };
    return renderedElements.map((element) => element?.isConnected === true);
  });
}

/** Holds back the slices in which React takes the screen over, until the returned function is called. */
async function holdSlices(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const post: unknown = Reflect.get(MessagePort.prototype, "postMessage");
    const held: (() => void)[] = [];
    Object.assign(MessagePort.prototype, {
      postMessage(this: MessagePort, message: unknown) {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
        held.push(() => this.postMessage(message));
      },
    });
    function releaseSlices(): void {
      Object.assign(MessagePort.prototype, { postMessage: post });
      for (const send of held) send();
    }
    Object.assign(window, { releaseSlices });
  });
  return () => page.evaluate(() => (window as unknown as { releaseSlices: () => void }).releaseSlices());
}

test.describe("while React takes the screen over", () => {
  test.beforeEach(async ({ page }) => {
    await arrive(page);
    await noteElements(page);
  });

  test.describe("on a November evening", () => {
    test.use({ now: "2026-11-12T18:00:00Z" });

    test("the window may become narrower, and the day may end", async ({ page }) => {
      const release = await holdSlices(page);
      await page.goto("/");
      await expect(page.locator("html")).not.toHaveAttribute(RENDERED_VIEW_ATTRIBUTE);
      await page.setViewportSize({ width: WIDTHS.phone, height: HEIGHT });
      await page.clock.setFixedTime("2026-11-13T12:00:00Z");
      await release();
      await expectUpToDate(page);
      await expect(dayOf(page, "2026-11-13")).toHaveAttribute("aria-current", "date");
      expect(await keptElements(page)).toEqual([true, true]);
    });
  });

  test("the planning does not change", async ({ page }) => {
    const opened: string[] = [];
    page.on("request", (request) => {
      if (/\/team-source-|\/api\/changes/.test(request.url())) opened.push(request.url());
    });
    const release = await holdSlices(page);
    await page.goto("/");
    await expect(page.locator("html")).not.toHaveAttribute(RENDERED_VIEW_ATTRIBUTE);
    await page.evaluate(
      () => new Promise((resolve) => window.pageStart.afterPaint(() => requestIdleCallback(resolve))),
    );
    expect(opened).toEqual([]);
    await release();
    await expectUpToDate(page);
    expect(opened).not.toEqual([]);
    expect(await keptElements(page)).toEqual([true, true]);
  });
});

test("a button pressed before the scripts are there works once they are", async ({ page, openDevice }) => {
  await arrive(page);
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await present(page, "Veillée").click();
  // As often as somebody presses who sees nothing happen.
  await present(page, CULTE.name).dblclick();
  release();
  for (const name of ["Veillée", CULTE.name]) {
    await expect(present(page, name)).toHaveAttribute("aria-pressed", "true");
  }
  await expectUpToDate(page);
  const other = await openDevice();
  await arrive(other, HELENE);
  await upcomingCard(other, "Veillée").getByRole("link").first().click();
  await expect(other.getByRole("list", { name: "Présents" })).toContainText("Yannick");
});

test("of two answers to one event pressed before the scripts are there, the last one counts", async ({ page }) => {
  await arrive(page);
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const absent = upcomingCard(page, "Veillée").getByRole("button", { name: "Absent", exact: true });
  await absent.dblclick();
  await present(page, "Veillée").click();
  release();
  await expect(present(page, "Veillée")).toHaveAttribute("aria-pressed", "true");
  await expectUpToDate(page);
  await expect(absent).toHaveAttribute("aria-pressed", "false");
});

test("a day pressed before the scripts are there is chosen on a phone", async ({ page }) => {
  await page.setViewportSize({ width: WIDTHS.phone, height: HEIGHT });
  await arrive(page);
  const release = await holdScripts(page);
  await page.goto(`/?mois=${VEILLEE.date.slice(0, 7)}`, { waitUntil: "commit" });
  await dayOf(page, VEILLEE.date).click();
  release();
  await expect(page).toHaveURL(`/?jour=${VEILLEE.date}`);
});

test("a page whose script could not be fetched comes alive once the server has it", async ({ page }) => {
  await arrive(page);
  let isReachable = false;
  await page.route(SCRIPTS, (route) => (isReachable ? route.fallback() : route.abort()));
  await page.goto("/");
  await expect(upcomingCard(page, "Veillée")).toBeVisible();
  isReachable = true;
  await expectUpToDate(page);
  await present(page, "Veillée").click();
  await expect(present(page, "Veillée")).toHaveAttribute("aria-pressed", "true");
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a rendered page looks for newer versions, too", async ({ page }) => {
    await arrive(page);
    await page.addInitScript(() => {
      ServiceWorkerRegistration.prototype.update = async () => {
        performance.mark("looked");
        return navigator.serviceWorker.ready;
      };
    });
    await page.goto("/");
    await expectUpToDate(page);
    await expect
      .poll(() =>
        page.evaluate(() => {
          document.dispatchEvent(new Event("visibilitychange"));
          return performance.getEntriesByName("looked").length;
        }),
      )
      .toBeGreaterThan(0);
  });
});

test("the menu's button pressed before the scripts are there opens the menu", async ({ page }) => {
  await arrive(page);
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("banner").getByRole("button").click();
  release();
  await expect(page.getByRole("button", { name: "Se déconnecter", exact: true })).toBeVisible();
});

test("a link pressed before the scripts are there opens its page", async ({ page }) => {
  await arrive(page);
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await upcomingCard(page, "Veillée").getByRole("link").first().click();
  await expect(page).toHaveURL(`/events/${VEILLEE.id}`);
  release();
  await expect(page.getByRole("heading", { name: "Veillée" })).toBeVisible();
});

test("nobody sees the screen of the one who signed out without the network", async ({ page, context }) => {
  await arrive(page);
  await expect.poll(() => isRendered(page)).toBe(true);
  // Its script is loaded when the page is idle, hence before the network goes.
  await openMenu(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  // The call that ends the session is lost with the tab.
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  const next = await context.newPage();
  const release = await holdScripts(next);
  await context.setOffline(false);
  await next.goto("/", { waitUntil: "commit" });
  await expect(next.locator("#root li").first()).toBeAttached();
  await expect(next.locator("#root li").first()).toBeHidden();
  release();
  await expect(next).toHaveURL(/\/login$/);
  await expect(next.getByRole("button", { name: "Se connecter", exact: true })).toBeVisible();
});

test("another group than the server knows is shown in its own first drawing", async ({ page }) => {
  await arrive(page);
  await page.evaluate(() => localStorage.setItem("selectedGroup", "2"));
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#root li").first()).toBeAttached();
  await expect(page.locator("#root li").first()).toBeHidden();
  release();
  await expect(page.getByRole("heading", { name: "Prochains événements" })).toBeVisible();
  await expect(upcomingCards(page)).toHaveCount(0);
});

test("a window of another width than before draws its own screen", async ({ page }) => {
  await arrive(page);
  await page.setViewportSize({ width: WIDTHS.phone, height: HEIGHT });
  const first = await watchFirstOutline(page);
  await page.goto("/");
  await expectUpToDate(page);
  expect((await first()).length).toBeGreaterThan(0);
  await expect(page.locator("html")).not.toHaveAttribute(RENDERED_VIEW_ATTRIBUTE);
  await expect(upcomingCard(page, "Veillée")).toBeVisible();
});

test("an answer that was not sent yet shows, and not the one that the server rendered", async ({ page }) => {
  await arrive(page);
  await page.route("**/api/events/*/availability", (route) => route.abort());
  await present(page, "Veillée").click();
  await expect(page.getByText("1 réponse en attente")).toBeVisible();
  await page.reload();
  expect(await isRendered(page)).toBe(true);
  await expect(present(page, "Veillée")).toHaveAttribute("aria-pressed", "true");
});

test("the server renders nothing for a session that ends with its tab", async ({ page }) => {
  await arrive(page);
  await expect.poll(() => isRendered(page)).toBe(true);
  const { email, password } = YANNICK;
  const answer = await page.request.post("/api/auth/sign-in/email", { data: { email, password, rememberMe: false } });
  expect(answer.ok()).toBe(true);
  expect(await isRendered(page)).toBe(false);
});
