import type { Page } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { holdScripts } from "#test/support/browser/held-scripts.ts";
import { menuButton } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, upcomingCard } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
const ROUNDS = 11;

// The worker would keep the scripts that a test holds back.
test.use({ serviceWorkers: "block" });

/** Taps the button and leaves the page in the same moment, before anything that takes a turn can have happened. */
async function tapAndReload(page: Page, name: "Présent" | "Absent"): Promise<void> {
  await upcomingCard(page, "Culte")
    .getByRole("button", { name, exact: true })
    .evaluate((button: HTMLElement) => {
      button.click();
      location.reload();
    });
}

function answer(page: Page, name: "Présent" | "Absent") {
  return upcomingCard(page, "Culte").getByRole("button", { name, exact: true });
}

/** The answers that the server has. */
async function answersOf(page: Page): Promise<string[]> {
  const event = await (await page.request.get(`/api/events/${CULTE.id}`)).json();
  return event.availability.map(({ status }: { status: string }) => status);
}

test("an answer that is tapped in the moment of a reload is never lost", async ({ page, request }) => {
  await shareElsewhere(request, [CULTE]);
  await arriveAsMember(page, YANNICK);
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = round % 2 === 0 ? "Présent" : "Absent";
    await tapAndReload(page, name);
    await expect(answer(page, name)).toHaveAttribute("aria-pressed", "true");
    await expectUpToDate(page);
  }
  await expect.poll(() => answersOf(page)).toEqual(["present"]);
});

test("an answer that is tapped before the code that sends it is there outlives a reload", async ({ page, request }) => {
  await shareElsewhere(request, [CULTE]);
  await arriveAsMember(page, YANNICK);
  const source = /\/team-source-/;
  await page.route(source, () => undefined);
  await page.reload();
  await answer(page, "Présent").click();
  await expect(answer(page, "Présent")).toHaveAttribute("aria-pressed", "true");
  await page.unroute(source);
  await page.reload();
  await expect(answer(page, "Présent")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => answersOf(page)).toEqual(["present"]);
});

test("an answer that is tapped in the moment of a reload stays in this browser's own planning", async ({ page }) => {
  await returnAsAdmin(page, { events: [CULTE], selectedGroup: "1" });
  await page.goto("/");
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = round % 2 === 0 ? "Présent" : "Absent";
    await tapAndReload(page, name);
    await expect(answer(page, name)).toHaveAttribute("aria-pressed", "true");
  }
});

test.describe("where the page draws another dashboard than the server rendered", () => {
  const OTHER_DASHBOARDS: Record<string, (page: Page) => Promise<void>> = {
    "the device has another date": (page) => page.clock.install({ time: new Date("2099-11-01T12:00:00+01:00") }),
    async "an answer was not sent yet"(page) {
      await page.route("**/availability", (route) => route.abort());
      await upcomingCard(page, "Veillée").getByRole("button", { name: "Absent", exact: true }).click();
      await expect(page.getByText("1 réponse en attente")).toBeVisible();
    },
  };
  const BUTTONS: Record<string, { press: (page: Page) => Promise<void>; expectDone: (page: Page) => Promise<void> }> = {
    "an answer": {
      press: (page) => answer(page, "Présent").click(),
      expectDone: (page) => expect(answer(page, "Présent")).toHaveAttribute("aria-pressed", "true"),
    },
    "the user menu": {
      press: (page) => menuButton(page).click(),
      expectDone: (page) => expect(page.getByRole("button", { name: "Se déconnecter", exact: true })).toBeVisible(),
    },
    "the next month": {
      press: (page) => page.getByRole("button", { name: "Mois suivant" }).click(),
      expectDone: (page) => expect(page).toHaveURL(/mois=/),
    },
    "the link to an event": {
      press: (page) => upcomingCard(page, "Culte").getByRole("link").first().click(),
      expectDone: (page) => expect(page.getByRole("heading", { level: 1, name: "Culte" })).toBeVisible(),
    },
  };

  for (const [reason, differ] of Object.entries(OTHER_DASHBOARDS)) {
    for (const [button, { press, expectDone }] of Object.entries(BUTTONS)) {
      test(`as ${reason}, ${button} that was pressed before the scripts does its work`, async ({ page, request }) => {
        await shareElsewhere(request, [CULTE, VEILLEE]);
        const opened = page.waitForResponse((response) => response.url().includes("/api/changes"));
        await arriveAsMember(page, YANNICK);
        await opened;
        await differ(page);
        const release = await holdScripts(page);
        await page.goto("/", { waitUntil: "commit" });
        await press(page);
        release();
        await expectDone(page);
      });
    }
  }
});
