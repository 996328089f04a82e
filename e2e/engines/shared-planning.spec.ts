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
  // The server may close an idle connection just as it is used again.
  return (await (await elsewhere.get(`/api/events/${CULTE.id}`, { maxRetries: 1 })).json()).availability;
}

test("the server's first screen is there before any script, and an early press on it is an answer", async ({
  visitor,
  faultProxy,
  elsewhere,
}) => {
  // Stored files would not be held.
  faultProxy.hold(/^\/sw\.js/);
  faultProxy.hold(SCRIPTS)();
  await returnAsMember(visitor, YANNICK);
  await visitor.open("/");
  await seeUpToDate(visitor);
  // The page that is there may ask for more scripts: held, they would take all connections of the browser.
  await visitor.open("/favicon.svg");
  const release = faultProxy.hold(SCRIPTS);
  await visitor.open("/");
  await visitor.press(button("Absent", CARD));
  await visitor.press(button("Présent", CARD));
  expect(await visitor.call(() => document.documentElement.hasAttribute("data-rendered-view"), null)).toBe(true);
  release();
  await visitor.see(button("Retirer ma réponse", CARD));
  await visitor.see(button("Présent", CARD), { isPressed: true });
  await seeUpToDate(visitor);
  await expect.poll(() => answersOf(elsewhere)).toMatchObject([{ userName: "Yannick Morel", status: "present" }]);
});

test("offline the stored page opens and keeps an answer, which is sent on return", async ({
  visitor,
  faultProxy,
  elsewhere,
}) => {
  await returnAsMember(visitor, YANNICK);
  await visitor.open("/");
  await seeUpToDate(visitor);
  const isKept = () => navigator.serviceWorker.controller?.state === "activated";
  await visitor.expectCall(isKept, null, true);
  await visitor.expectCall(countStoredCopies, ["reads", CULTE.name], 1);
  await faultProxy.shut();
  await visitor.see(text("Hors ligne"));
  await visitor.press(button("Présent", CARD));
  await visitor.see(text("1 réponse en attente"));
  await visitor.open("/");
  await visitor.see(button("Présent", CARD), { isPressed: true });
  await visitor.see(text("1 réponse en attente"));
  await faultProxy.reopen();
  await seeUpToDate(visitor);
  await expect.poll(() => answersOf(elsewhere)).toMatchObject([{ userName: "Yannick Morel", status: "present" }]);
});

test("an answer in this browser is seen at once in the other, and the other way round", async ({
  visitor,
  otherVisitor,
  elsewhere,
}) => {
  await Promise.all([returnAsMember(visitor, YANNICK), returnAsAdmin(otherVisitor, elsewhere)]);
  for (const each of [visitor, otherVisitor]) {
    await each.open(`/events/${CULTE.id}`);
    await seeUpToDate(each);
  }
  await visitor.press(button("Présent", region("Ma disponibilité")));
  await otherVisitor.see(item("Yannick Morel", region("Équipe")));
  await otherVisitor.press(button("Absent", region("Ma disponibilité")));
  await visitor.see(item("Admin Diapason", region("Équipe")));
});
