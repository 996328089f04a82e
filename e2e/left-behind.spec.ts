import type { Page } from "@playwright/test";
import { HELENE, YANNICK } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { openMenu } from "#test/support/browser/menu.ts";
import { planned } from "#test/support/browser/planned.ts";
import { expectUpToDate, sharePlanning } from "#test/support/browser/team-planning.ts";
import { openTab, returnAsMember, signUp } from "#test/support/browser/visits.ts";

test.use({ serviceWorkers: "allow" });

const CULTE = planned("2099-11-15", "10:00", "Culte de rentrée", { location: "Temple des Grottes" });
const PERSONAL = ["Yannick", "Morel", "Hélène", "Brunet", "example.org", "rentrée", "Grottes"];

/** Those of the words that any kind of browser storage of this site contains. */
async function wordsKept(page: Page): Promise<string[]> {
  const stored = await page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("The browser keeps nothing")));
      });
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        texts.push(JSON.stringify([await answered(rows.getAllKeys()), await answered(rows.getAll())]));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        // The built files are the same for everybody, and comments in them may name invented people.
        const isBuilt = new URL(request.url).pathname.startsWith("/assets/");
        texts.push(request.url, isBuilt ? "" : ((await (await cache.match(request))?.text()) ?? ""));
      }
    }
    return texts.join("\n");
  });
  return PERSONAL.filter((word) => stored.includes(word));
}

/** Yannick's browser has loaded the team's planning and the user list. */
async function arrive(page: Page): Promise<string> {
  const { id } = await returnAsMember(page, YANNICK, { selectedGroup: "1" });
  await page.goto("/");
  await expectUpToDate(page);
  await expect.poll(() => wordsKept(page)).toEqual(expect.arrayContaining(["Yannick", "Hélène", "rentrée", "Grottes"]));
  return id;
}

test.beforeEach(async ({ page, request }) => {
  await sharePlanning(page, [CULTE]);
  await signUp(request, HELENE);
});

test("signing out leaves nothing of anybody in the browser", async ({ openDevice }) => {
  const device = await openDevice({ serviceWorkers: "allow" });
  await arrive(device);
  await openMenu(device);
  await device.getByRole("button", { name: "Se déconnecter", exact: true }).click();
  await device.waitForURL("**/login");
  await expect.poll(() => wordsKept(device)).toEqual([]);
});

test("an account that is deleted from elsewhere leaves nothing in a browser that is open", async ({
  page,
  openDevice,
}) => {
  const device = await openDevice({ serviceWorkers: "allow" });
  const id = await arrive(device);
  expect((await page.request.delete(`/api/users/${id}`)).status()).toBe(204);
  await device.waitForURL("**/login");
  await expect.poll(() => wordsKept(device)).toEqual([]);
});

test("an account that was deleted meanwhile leaves nothing in a browser that is opened later", async ({
  page,
  openDevice,
}) => {
  const device = await openDevice({ serviceWorkers: "allow" });
  const id = await arrive(device);
  const later = await openTab(device, "/favicon.svg");
  await device.close();
  expect((await page.request.delete(`/api/users/${id}`)).status()).toBe(204);
  await later.goto("/");
  await later.waitForURL("**/login");
  await expect.poll(() => wordsKept(later)).toEqual([]);
});
