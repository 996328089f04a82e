import type { Page, Response } from "@playwright/test";
import { VISIT_DATA_ID } from "#contract/visit/visit-data.ts";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { bytesOf, isFont, isScript } from "#test/support/browser/fetched-file.ts";
import { watchFirstLook } from "#test/support/browser/first-look.ts";
import { menuButton, openMenu } from "#test/support/browser/menu.ts";
import type { Person } from "#test/support/browser/people.ts";
import { planned } from "#test/support/browser/planned.ts";
import { arriveAsMember, expectUpToDate, shareElsewhere } from "#test/support/browser/team-planning.ts";
import { forgetLayout, returnAsAdmin, upcomingCards } from "#test/support/browser/visits.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const VEILLEE = planned("2099-11-22", "20:00", "Veillée");
/** Files that the dashboard needs before its events show, fonts apart: the page, its style, and three scripts. */
const MOST_FILES = 5;
/** As served (brotli): 1.7 times a bare React page. */
const MOST_SCRIPT_BYTES = 99_800;

/** The calls of the API that the page makes from now on, but for the change stream. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const path = request.url().slice(new URL(request.url()).origin.length);
    if (path.startsWith("/api/") && !path.startsWith("/api/changes")) calls.push(`${request.method()} ${path}`);
  });
  return calls;
}

/** The answer that opens the change stream also keeps what this browser shows, for its next visit. */
function streamOpened(page: Page): Promise<Response> {
  return page.waitForResponse((response) => response.url().includes("/api/changes"));
}

/** A member whose browser has shown the dashboard of the first group once, all of it. */
async function arrive(page: Page, person: Person): Promise<void> {
  const opened = streamOpened(page);
  await arriveAsMember(page, person);
  await expect(upcomingCards(page)).toHaveCount(2);
  await opened;
}

/** Keeps the text that the page shows when it first shows any. */
async function markFirstDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const detail = document.querySelector("#root")?.textContent;
      if (!detail) return;
      observer.disconnect();
      performance.mark("first drawing", { detail });
    }).observe(document, { childList: true, subtree: true });
  });
}

function firstDrawing(page: Page): Promise<unknown> {
  return page.evaluate(() => (performance.getEntriesByName("first drawing")[0] as PerformanceMark | undefined)?.detail);
}

/** The JSON that comes with the page in this browser. */
async function dataOf(page: Page): Promise<string> {
  const html = await (await page.request.get("/")).text();
  return new RegExp(`id="${VISIT_DATA_ID}">(.*?)</script>`, "s").exec(html)?.[1] ?? "";
}

// The worker shows the stored page when the server's is late, and the machine may be busy.
test.use({ serviceWorkers: "block" });

test.beforeEach(async ({ request }) => {
  await shareElsewhere(request, [CULTE, VEILLEE]);
});

test("a visit makes no call but for one's turns: the page comes with its data, the stream goes on from there", async ({
  page,
}) => {
  await arrive(page, YANNICK);
  const calls = recordCalls(page);
  for (const path of ["/", "/group", `/events/${CULTE.id}`, "/"]) {
    await page.goto(path);
    await expectUpToDate(page);
  }
  await expect(upcomingCards(page)).toHaveCount(2);
  // The bench of the group's page says how often one played.
  expect(calls).toEqual([`GET /api/events/${encodeURIComponent(CULTE.id)}/turns`]);
});

test("an admin's visit makes no call either", async ({ page }) => {
  await returnAsAdmin(page, { selectedGroup: "1" });
  const opened = streamOpened(page);
  await page.goto("/");
  await expect(upcomingCards(page)).toHaveCount(2);
  await opened;
  const calls = recordCalls(page);
  await page.goto("/");
  await expectUpToDate(page);
  expect(calls).toEqual([]);
});

test("what a leader may do is known without a call", async ({ page, openDevice }) => {
  await arrive(page, YANNICK);
  const admin = await openDevice();
  await returnAsAdmin(admin);
  const { user } = await (await page.request.get("/api/auth/get-session")).json();
  expect((await page.request.put("/api/groups/1/members/me")).ok()).toBe(true);
  expect((await admin.request.put(`/api/groups/1/leaders/${user.id}`)).ok()).toBe(true);
  const trash = upcomingCards(page)
    .first()
    .getByRole("button", { name: /^Supprimer l'événement/ });
  await expect(trash).toBeVisible();
  const calls = recordCalls(page);
  await page.goto("/");
  await expectUpToDate(page);
  await expect(trash).toBeVisible();
  expect(calls).toEqual([]);
});

test("the sign-in page makes no call", async ({ page }) => {
  const calls = recordCalls(page);
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Se connecter", exact: true })).toBeVisible();
  expect(calls).toEqual([]);
});

test("a page that draws itself needs five files, which it names, and less than 100 kB of scripts until its events show", async ({
  page,
  openDevice,
}) => {
  await arrive(page, YANNICK);
  const cold = await openDevice({ storageState: await page.context().storageState(), serviceWorkers: "block" });
  await forgetLayout(cold);
  const firstLook = await watchFirstLook(cold, "main li h3");
  const answer = await cold.goto("/", { waitUntil: "commit" });
  const html = (await answer?.text()) ?? "";
  const fetched = await firstLook();
  const files = fetched.filter((file) => !isFont(file));
  const scriptBytes = bytesOf(fetched.filter(isScript));
  // Two rounds: the page, then the files that it names.
  expect(files.filter(({ path }) => !html.includes(path))).toEqual([]);
  expect(files.length + 1).toBeLessThanOrEqual(MOST_FILES);
  expect(scriptBytes).toBeGreaterThan(50_000);
  expect(scriptBytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  await expectUpToDate(cold);
});

test("a page whose first screen the server rendered names the same files, and starts its scripts afterwards", async ({
  page,
}) => {
  await arrive(page, YANNICK);
  const files = async () => {
    const html = await (await page.request.get("/")).text();
    return [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? "").toSorted();
  };
  const rendered = await files();
  await forgetLayout(page);
  expect(rendered).toEqual(await files());
  expect(rendered).toHaveLength(MOST_FILES - 1);
});

test("the first drawing of a page shows all that came with it", async ({ page, openDevice }) => {
  await arrive(page, YANNICK);
  await forgetLayout(page);
  await markFirstDrawing(page);
  await page.addInitScript(() => {
    // A phone's storage: what waits to be sent is known a moment after the scripts are there.
    Object.defineProperty(IDBRequest.prototype, "onsuccess", {
      set(this: IDBRequest, listener: (event: Event) => void) {
        this.addEventListener("success", (event) => setTimeout(() => listener.call(this, event), 50));
      },
    });
  });
  await page.goto("/");
  await expectUpToDate(page);
  expect(await firstDrawing(page)).toContain("Veillée");
  const stranger = await openDevice();
  await markFirstDrawing(stranger);
  await stranger.goto("/login");
  await expect(stranger.getByRole("button", { name: "Se connecter", exact: true })).toBeVisible();
  expect(await firstDrawing(stranger)).toContain("Se connecter");
});

test("the first drawing needs no formatter of the browser, each of which takes a phone 20 to 60 ms", async ({
  page,
}) => {
  await arrive(page, YANNICK);
  await forgetLayout(page);
  await markFirstDrawing(page);
  await page.addInitScript(() => {
    function watch<Class extends object>(original: Class): Class {
      return new Proxy(original, {
        construct(target, parameters, newTarget): object {
          performance.mark("created");
          return Reflect.construct(target as never, parameters, newTarget) as object;
        },
      });
    }
    const { Collator, DateTimeFormat, Segmenter } = Intl;
    Object.assign(Intl, {
      Collator: watch(Collator),
      DateTimeFormat: watch(DateTimeFormat),
      Segmenter: watch(Segmenter),
    });
  });
  await page.goto("/");
  await expectUpToDate(page);
  const [created, all] = await page.evaluate(() => {
    const [drawing] = performance.getEntriesByName("first drawing");
    const marks = performance.getEntriesByName("created");
    ["b", "a"].sort(new Intl.Collator("fr").compare);
    const before = marks.filter(({ startTime }) => startTime <= (drawing?.startTime ?? Number.POSITIVE_INFINITY));
    return [before.length, performance.getEntriesByName("created").length - marks.length];
  });
  expect({ created, all }).toEqual({ created: 0, all: 1 });
});

test("a browser whose storage does not answer shows the page all the same", async ({ page }) => {
  await arrive(page, YANNICK);
  await page.addInitScript(() => {
    // Never answered: another tab is in the way.
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Prochains événements" })).toBeVisible();
});

test("the page names no font: on a slow network it would be in the way of the scripts", async ({ page }) => {
  await arrive(page, YANNICK);
  const html = await (await page.request.get("/")).text();
  expect(html).toContain(".js");
  expect(html).not.toContain("woff2");
  const fonts = [page.waitForRequest(/radio-canada/), page.waitForRequest(/besley/)];
  await page.goto("/");
  await Promise.all(fonts);
});

test("what changes between the page and its stream is shown", async ({ page, openDevice }) => {
  await arrive(page, YANNICK);
  expect((await page.request.put("/api/groups/1/members/me")).ok()).toBe(true);
  const admin = await openDevice();
  await returnAsAdmin(admin);
  const connection = Promise.withResolvers<undefined>();
  await page.route("**/api/changes*", async (route) => {
    await connection.promise;
    await route.continue();
  });
  await page.goto("/");
  await expect(upcomingCards(page)).toHaveCount(2);
  const { date, time, name, location } = planned("2099-11-16", "18:00", "Répétition");
  const created = await admin.request.post("/api/events", { data: { groupId: "1", name, date, time, location } });
  expect(created.status()).toBe(201);
  connection.resolve(undefined);
  await expect(upcomingCards(page)).toHaveCount(3);
});

test("going back to the page after a change elsewhere shows the change", async ({ page, openDevice }) => {
  await arrive(page, YANNICK);
  const admin = await openDevice();
  await returnAsAdmin(admin);
  await page.goto("/favicon.svg");
  expect((await admin.request.delete(`/api/events/${CULTE.id}`)).status()).toBe(204);
  await page.goBack();
  await expect(upcomingCards(page)).toHaveCount(1);
});

test("an answer that was not sent yet shows on a page that comes with older data", async ({ page }) => {
  await arrive(page, YANNICK);
  await page.route("**/api/events/*/availability", (route) => route.abort());
  const present = upcomingCards(page).first().getByRole("button", { name: "Présent", exact: true });
  await present.click();
  await expect(page.getByText("1 réponse en attente")).toBeVisible();
  await page.reload();
  expect(await dataOf(page)).toContain(CULTE.id);
  await expect(present).toHaveAttribute("aria-pressed", "true");
});

test("of two people one after the other on one computer, the second gets nothing of the first", async ({ page }) => {
  await arrive(page, YANNICK);
  await page.reload();
  expect(await dataOf(page)).toContain("Veillée");
  await openMenu(page);
  await page.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);
  for (const word of ["Veillée", "Yannick", YANNICK.email]) expect(await dataOf(page)).not.toContain(word);
  await arrive(page, HELENE);
  await page.reload();
  const data = await dataOf(page);
  expect(data).toContain(HELENE.email);
  expect(data).not.toContain(YANNICK.email);
  await expect(menuButton(page)).toContainText("HB");
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("no cache of the browser holds the data of a person", async ({ page }) => {
    await arrive(page, YANNICK);
    const answer = await page.reload();
    expect(answer?.headers()["cache-control"]).toMatch(/no-store/);
    const stored = await page.evaluate(async () => {
      const texts = await Promise.all(
        (await caches.keys()).map(async (name) => {
          const cache = await caches.open(name);
          const entries = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
          return Promise.all(entries.map(async (entry) => (await entry?.text()) ?? ""));
        }),
      );
      return texts.flat().join("");
    });
    expect(stored).not.toContain("Veillée");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a sentence says what is missing", async ({ page }) => {
    await page.goto("/");
    const sentence = page.locator("noscript");
    await expect(sentence).toBeInViewport();
    expect(await sentence.innerHTML()).toContain("Diapason a besoin de JavaScript");
  });
});
