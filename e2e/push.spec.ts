import type { PushMessage } from "#contract/accounts/push-message.ts";
import { expect, test as base } from "#test/support/browser/diapason.ts";
import { openPushed, type PushedBrowser } from "#test/support/browser/pushed-browser.ts";

const CULTE: PushMessage = {
  title: "Culte",
  body: "dim. 29 novembre à 10:00. Sans vous, pas de Batterie.",
  tag: "event-1",
  url: "/login?culte",
  asked: { token: "token.signature", date: "2026-11-29", time: "10:00" },
};
const ANSWERS = [
  { action: "present", title: "Présent" },
  { action: "absent", title: "Absent" },
];

const test = base.extend<{ readonly pushed: PushedBrowser }>({
  pushed: async ({ page, diapason }, provide) => provide(await openPushed(page, diapason.url)),
});

test.use({ serviceWorkers: "allow" });

type StubbedAnswer = number | "no answer" | { readonly answer: string | null; readonly event: object };

/** Stands for the server: notes what is sent, and answers with these statuses, or with 200 and this. */
async function stubAnswers({ worker }: PushedBrowser, ...answers: readonly StubbedAnswer[]): Promise<void> {
  await worker.evaluate(
    (given) => {
      const calls: string[] = [];
      Object.assign(globalThis, {
        calls,
        fetch: async (path: string, { method, body, credentials }: RequestInit & { readonly body?: string }) => {
          calls.push(`${method} ${path} ${body} ${credentials}`);
          const answer = given.shift() ?? "no answer";
          if (answer === "no answer") throw new TypeError("Failed to fetch");
          return typeof answer === "number" ? new Response("{}", { status: answer }) : Response.json(answer);
        },
      });
    },
    [...answers],
  );
}

function callsOf({ worker }: PushedBrowser): Promise<readonly string[]> {
  return worker.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
}

test("a push shows the event's name and one line, and a newer one about the same event replaces it", async ({
  page,
  pushed,
}) => {
  await pushed.push(JSON.stringify(CULTE));
  const badge = "/icons/badge-96.png";
  await expect
    .poll(pushed.shown)
    .toEqual([{ title: "Culte", body: CULTE.body, tag: "event-1", badge, actions: ANSWERS }]);
  expect((await page.request.get(badge)).headers()["content-type"]).toBe("image/png");
  const { asked: _, ...moved } = { ...CULTE, body: "dim. 29 novembre : 11:00 au lieu de 10:00." };
  await pushed.push(JSON.stringify(moved));
  await expect.poll(pushed.shown).toEqual([{ title: "Culte", body: moved.body, tag: "event-1", badge, actions: [] }]);
  await pushed.push(JSON.stringify({ ...CULTE, tag: "event-2" }));
  await expect
    .poll(async () => (await pushed.shown()).map(({ tag }) => tag).toSorted())
    .toEqual(["event-1", "event-2"]);
});

for (const [action, said] of [
  ["present", "C'est noté\u00a0: présent."],
  ["absent", "C'est noté\u00a0: absent."],
] as const) {
  test(`its action ${action} answers without opening a page, says so, and goes`, async ({ page, context, pushed }) => {
    await stubAnswers(pushed, { answer: action, event: CULTE.asked ?? {} });
    await pushed.push(JSON.stringify(CULTE));
    await expect.poll(async () => (await pushed.shown()).length).toBe(1);
    await pushed.press(action);
    await expect
      .poll(async () => (await pushed.shown()).map(({ title, body }) => `${title}: ${body}`))
      .toEqual([`Culte: ${said}`]);
    expect(await callsOf(pushed)).toEqual([
      `POST /api/answers/by-link ${JSON.stringify({ token: "token.signature", status: action, givenFor: { date: "2026-11-29", time: "10:00" } })} omit`,
    ]);
    expect(context.pages()).toHaveLength(1);
    await expect(page).toHaveURL("/login");
    await expect.poll(pushed.shown, { timeout: 10_000 }).toEqual([]);
  });
}

test("a newer notification that replaced the receipt stays", async ({ pushed }) => {
  await stubAnswers(pushed, { answer: "present", event: CULTE.asked ?? {} });
  await pushed.push(JSON.stringify(CULTE));
  await expect.poll(async () => (await pushed.shown()).length).toBe(1);
  await pushed.worker.evaluate(() => {
    const wait = globalThis.setTimeout;
    // The receipt's five seconds are over when the test says so.
    Object.assign(globalThis, {
      setTimeout: (run: () => void, delay: number) =>
        delay === 5000 ? Object.assign(globalThis, { endReceipt: run }) : wait(run, delay),
    });
  });
  await pushed.press("present");
  await expect.poll(async () => (await pushed.shown())[0]?.body).toBe("C'est noté\u00a0: présent.");
  await pushed.push(JSON.stringify({ ...CULTE, body: "Annulé." }));
  await expect.poll(async () => (await pushed.shown())[0]?.body).toBe("Annulé.");
  await pushed.worker.evaluate(() => (globalThis as unknown as { endReceipt: () => void }).endReceipt());
  expect((await pushed.shown()).map(({ body }) => body)).toEqual(["Annulé."]);
});

for (const outcome of ["no answer", 503, 429] as const) {
  test(`an answer that failed (${outcome}) says so, and a press opens the answer's page`, async ({ page, pushed }) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await stubAnswers(pushed, outcome);
    await pushed.push(JSON.stringify(CULTE));
    await expect.poll(async () => (await pushed.shown()).length).toBe(1);
    await pushed.press("present");
    await expect
      .poll(async () => (await pushed.shown()).map(({ body, actions }) => [body, actions.length]))
      .toEqual([["Votre réponse n'a pas pu être enregistrée. Touchez pour réessayer.", 2]]);
    const opened = page.waitForURL("**/answer?t=token.signature&r=present", { waitUntil: "commit" });
    await pushed.press();
    await opened;
  });
}

test("an answer for a date that is no longer the event's says so, and a press opens the answer's page", async ({
  page,
  pushed,
}) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await stubAnswers(pushed, { answer: null, event: { date: "2026-11-28", time: "10:00" } });
  await pushed.push(JSON.stringify(CULTE));
  await expect.poll(async () => (await pushed.shown()).length).toBe(1);
  await pushed.press("present");
  await expect
    .poll(async () => (await pushed.shown()).map(({ body, actions }) => [body, actions.length]))
    .toEqual([["L'événement a été déplacé. Touchez pour répondre pour la nouvelle date.", 0]]);
  const opened = page.waitForURL("**/answer?t=token.signature&r=present", { waitUntil: "commit" });
  await pushed.press();
  await opened;
});

test("an answer that nobody waits for any more says so, and a press opens the event", async ({ pushed }) => {
  await stubAnswers(pushed, 404);
  await pushed.push(JSON.stringify(CULTE));
  await expect.poll(async () => (await pushed.shown()).length).toBe(1);
  await pushed.press("absent");
  await expect
    .poll(async () => (await pushed.shown())[0]?.body)
    .toBe("Cette réponse n'est plus attendue. Touchez pour voir l'événement.");
});

test("a press elsewhere opens the event's page in the window that is open", async ({ page, context, pushed }) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await pushed.push(JSON.stringify(CULTE));
  await expect.poll(async () => (await pushed.shown()).length).toBe(1);
  await pushed.press();
  await expect(page).toHaveURL("/login?culte");
  expect([context.pages().length, await pushed.shown()]).toEqual([1, []]);
});

for (const data of ["", "no JSON", "{}", JSON.stringify({ ...CULTE, title: 1 })]) {
  test(`a push that cannot be read (${data}) is shown in general words`, async ({ pushed }) => {
    await pushed.push(data);
    await expect
      .poll(async () => (await pushed.shown()).map(({ title, body }) => [title, body]))
      .toEqual([["Diapason", "Du nouveau dans votre planning."]]);
  });
}

test("a subscription that the push service took back is replaced, with its topics", async ({ pushed }) => {
  await stubAnswers(pushed, 201);
  await pushed.worker.evaluate(() => {
    const [oldSubscription, newSubscription] = ["https://push.example.org/1", "https://push.example.org/2"].map(
      (endpoint) => ({ endpoint, toJSON: () => ({ endpoint }) }),
    );
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
    const change = { oldSubscription, newSubscription, waitUntil };
    globalThis.dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), change));
  });
  const [before, after] = ["https://push.example.org/1", "https://push.example.org/2"];
  await expect
    .poll(() => callsOf(pushed))
    .toEqual([`POST /api/push-subscriptions ${JSON.stringify({ endpoint: after, replaces: before })} undefined`]);
});
