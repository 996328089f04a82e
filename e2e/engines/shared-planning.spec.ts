import type { APIRequestContext } from "@playwright/test";
import { YANNICK } from "#test/support/browser/band-members.ts";
import { planned } from "#test/support/browser/planned.ts";
import { countStoredCopies } from "#test/support/browser/stored-copies.ts";
import { returnAsAdmin, returnAsMember, seeUpToDate, sharePlanning } from "#test/support/engines/arrivals.ts";
import { expect, test } from "#test/support/engines/engines.ts";
import { button, item, region, text } from "#test/support/engines/sights.ts";

const CULTE = planned("2099-11-15", "10:00", "Culte");
const CARD = item("Culte", region("Prochains événements"));

const SCRIPTS = /^\/assets\/.*\.js$/;

test.beforeEach(({ elsewhere, diapason }) => {
  expect(diapason.url).not.toBe("");
  return sharePlanning(elsewhere, [CULTE]);
});

/** The answers that the server has. */
async function answersOf(elsewhere: APIRequestContext): Promise<unknown[]> {
  return (await (await elsewhere.get(`/api/events/${CULTE.id}`)).json()).availability;
}

test("the server's first screen is there before any script, and an early press on it is an answer", async ({
  screen,
  door,
  elsewhere,
}) => {
  // Stored files would not be held.
  door.hold(/^\/sw\.js/);
  door.hold(SCRIPTS)();
  await returnAsMember(screen, YANNICK);
  await screen.open("/");
  await seeUpToDate(screen);
  const release = door.hold(SCRIPTS);
  await screen.open("/");
  await screen.press(button("Absent", CARD));
  await screen.press(button("Présent", CARD));
  expect(await screen.call(() => document.documentElement.hasAttribute("data-rendered-view"), null)).toBe(true);
  release();
  await screen.see(button("Retirer ma réponse", CARD));
  await screen.see(button("Présent", CARD), { isPressed: true });
  await seeUpToDate(screen);
  await expect.poll(() => answersOf(elsewhere)).toMatchObject([{ userName: "Yannick Morel", status: "present" }]);
});

test("offline the stored page opens and keeps an answer, which is sent on return", async ({
  screen,
  door,
  elsewhere,
}) => {
  await returnAsMember(screen, YANNICK);
  await screen.open("/");
  await seeUpToDate(screen);
  const isKept = () => navigator.serviceWorker.controller?.state === "activated";
  await expect.poll(() => screen.call(isKept, null)).toBe(true);
  await expect.poll(() => screen.call(countStoredCopies, ["reads", CULTE.name])).toBe(1);
  await door.shut();
  await screen.see(text("Hors ligne"));
  await screen.press(button("Présent", CARD));
  await screen.see(text("1 réponse en attente"));
  await screen.open("/");
  await screen.see(button("Présent", CARD), { isPressed: true });
  await screen.see(text("1 réponse en attente"));
  await door.reopen();
  await seeUpToDate(screen);
  await expect.poll(() => answersOf(elsewhere)).toMatchObject([{ userName: "Yannick Morel", status: "present" }]);
});

test("an answer in this browser is seen at once in the other, and the other way round", async ({
  screen,
  otherScreen,
  elsewhere,
}) => {
  await Promise.all([returnAsMember(screen, YANNICK), returnAsAdmin(otherScreen, elsewhere)]);
  for (const each of [screen, otherScreen]) {
    await each.open(`/events/${CULTE.id}`);
    await seeUpToDate(each);
  }
  await screen.press(button("Présent", region("Ma disponibilité")));
  await otherScreen.see(item("Yannick Morel", region("Équipe")));
  await otherScreen.press(button("Absent", region("Ma disponibilité")));
  await screen.see(item("Admin Diapason", region("Équipe")));
});
