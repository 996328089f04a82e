import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RenderedPage } from "#contract/visit/visit-data.ts";
import {
  createEvent,
  type Person,
  type PlanningServer,
  startPlanningServer,
  TODAY,
} from "#test/support/server/test-planning.ts";
import type { TestClient } from "#test/support/server/test-server.ts";
import { buildTestPage, hint, removeTestPage, visit } from "#test/support/server/test-visit.ts";

const SCREEN = "<main>Rendu</main>";
const SCRIPT = '<script type="module" crossorigin src="/assets/index.js"></script>';

let webRoot: string;
let planning: PlanningServer;
let marie: Person;
let asked: RenderedPage[] = [];
let answer: () => string | null = () => SCREEN;

beforeAll(async () => {
  webRoot = await buildTestPage();
  planning = await startPlanningServer("sqlite", {
    webRoot,
    async renderPage(page) {
      asked.push(page);
      return Promise.resolve(answer());
    },
  });
  marie = await planning.newcomer({ firstName: "Marie", email: "marie@example.org" });
  await createEvent(planning.admin, { name: "Veillée" });
});
afterAll(async () => {
  await planning.stop();
  await removeTestPage(webRoot);
});
beforeEach(() => {
  asked = [];
  answer = () => SCREEN;
  show(marie);
});

/** A browser that has shown the first group, on a phone. */
function show(client: TestClient & Partial<Person>, shown: Parameters<typeof hint>[1] = {}): void {
  hint(client, {
    personId: client.user?.id ?? null,
    groupId: "1",
    layout: "compact",
    ...shown,
  });
}

async function pageOf(client: TestClient, path = "/"): Promise<string> {
  return (await visit(client, path)).answer.text;
}

test("the first screen is in the page, with what the server supposed of the browser", async () => {
  const view = { userId: marie.user.id, groupId: "1", today: TODAY, layout: "compact" };
  const text = await pageOf(marie, "/?mois=2051-03");
  expect(text).toContain(`<div id="root">${SCREEN}</div>`);
  expect(text).toContain(`<html data-rendered-view="${JSON.stringify(view).replaceAll('"', "&quot;")}"`);
  expect(asked.map(({ path, search, view: supposed }) => [path, search, supposed])).toEqual([
    ["/", "mois=2051-03", view],
  ]);
  expect(asked[0]?.data).toEqual((await visit(marie, "/?mois=2051-03")).data);
});

test("its script starts after it: it is fetched early, and named for page-start.js", async () => {
  const text = await pageOf(marie);
  expect(text).not.toContain(SCRIPT);
  expect(text).toContain('<link rel="preload" as="script" crossorigin href="/assets/index.js">');
  expect(text).toContain('data-rendered-script="/assets/index.js"');
});

test("of somebody signed in, it is rendered on the dashboard alone", async () => {
  for (const path of ["/group", "/users", "/select-group", "/events/none", "/login"]) {
    expect(await pageOf(marie, path)).toContain('<div id="root"></div>');
  }
  expect(asked).toEqual([]);
});

test("it is rendered only where user, group and layout of the browser are known", async () => {
  for (const unknown of [{ personId: "somebody" }, { groupId: null }, { layout: null }]) {
    show(marie, unknown);
    expect(await pageOf(marie)).toContain(SCRIPT);
  }
  expect(asked).toEqual([]);
});

test("it is rendered only for a session that outlasts the browser, and that has not ended", async () => {
  const paul = await planning.newcomer({ firstName: "Paul", email: "paul@example.org" });
  show(paul);
  expect(await pageOf(paul)).toContain(SCREEN);
  const credentials = { email: "paul@example.org", password: "secret1" };
  await paul.post("/api/auth/sign-in/email", { ...credentials, rememberMe: false });
  show(paul);
  expect((await visit(paul)).data?.userId).toBe(paul.user.id);
  expect(await pageOf(paul)).toContain(SCRIPT);
  await paul.post("/api/auth/sign-in/email", { ...credentials, rememberMe: true });
  show(paul);
  expect(await pageOf(paul)).toContain(SCREEN);
  const other = planning.server.client();
  await other.post("/api/auth/sign-in/email", credentials);
  expect((await other.send("DELETE", "/api/auth/sessions")).status).toBe(204);
  asked = [];
  expect(await pageOf(paul)).toContain(SCRIPT);
  expect(asked).toEqual([]);
});

test("nothing is rendered of a local planning", async () => {
  const local = await startPlanningServer("sqlite", {
    sharing: "off",
    webRoot,
    renderPage: () => Promise.reject(new Error("not expected")),
  });
  hint(local.admin, { personId: local.admin.user.id, groupId: "1", layout: "broad" });
  expect(await pageOf(local.admin)).toContain(SCRIPT);
  expect(local.server.log.join("")).not.toContain("not expected");
  await local.stop();
});

test("a screen that is not rendered, or cannot be, is left to the browser, with its data", async () => {
  answer = () => null;
  expect(await pageOf(marie)).toContain(SCRIPT);
  answer = () => {
    throw new Error("a component is broken");
  };
  const { answer: sent, data } = await visit(marie);
  expect([sent.status, data?.userId]).toEqual([200, marie.user.id]);
  expect(sent.text).toContain(SCRIPT);
  expect(planning.server.log.join("")).toContain("a component is broken");
});

test("what is typed cannot leave the attribute", async () => {
  show(marie, { layout: '"><script>alert(1)</script>&quot;' });
  const text = await pageOf(marie);
  expect(text).toContain("data-rendered-view");
  expect(text).not.toContain('"><script>alert');
  expect(text).toContain("&amp;quot;");
});

describe("where nobody is signed in", () => {
  /** A server that has not rendered the form yet. */
  let own: PlanningServer;

  beforeEach(async () => {
    own = await startPlanningServer("sqlite", {
      webRoot,
      async renderPage(page) {
        asked.push(page);
        return Promise.resolve(`<main>Formulaire ${asked.length}</main>`);
      },
    });
  });
  afterEach(() => own.stop());

  test("it is the sign-in form, rendered once for all, at its address and where that leads there", async () => {
    const [one, other] = [own.server.client(), own.server.client()];
    for (const client of [one, other]) {
      for (const path of ["/login", "/", "/?mois=2050-11"]) {
        expect(await pageOf(client, path)).toContain("<main>Formulaire 1</main>");
      }
    }
    expect(asked.map(({ view, path, search }) => [view, path, search])).toEqual([[{ userId: null }, "/login", ""]]);
    expect(asked[0]?.data).toEqual((await visit(one, "/login")).data);
    expect(asked[0]?.data.answers.map(({ call }) => call)).toEqual(["/api/config"]);
  });

  test("a browser that has it gets 304", async () => {
    const client = own.server.client();
    const { headers } = (await visit(client, "/login")).answer;
    expect(headers["cache-control"]).toBe("no-cache");
    expect((await visit(client, "/login", { "if-none-match": String(headers["etag"]) })).answer.status).toBe(304);
  });

  test("a browser that shows nobody gets it, whatever its session, and one that shows somebody does not", async () => {
    const paul = await own.newcomer({ firstName: "Paul", email: "paul@example.org" });
    show(paul, { personId: null });
    const text = await pageOf(paul);
    expect(text).toContain("<main>Formulaire 1</main>");
    expect(text).not.toContain("paul@example.org");
    const stranger = own.server.client();
    show(stranger, { personId: paul.user.id });
    expect(await pageOf(stranger)).toContain(SCRIPT);
  });

  test("after a failure it is rendered again", async () => {
    answer = () => {
      throw new Error("the renderer's file is being replaced");
    };
    const failing = await startPlanningServer("sqlite", {
      webRoot,
      renderPage: async () => Promise.resolve(answer()),
    });
    expect(await pageOf(failing.server.client(), "/login")).toContain(SCRIPT);
    answer = () => SCREEN;
    expect(await pageOf(failing.server.client(), "/login")).toContain(SCREEN);
    await failing.stop();
  });

  test("through a proxy it is another one, which does not know the default admin", async () => {
    const client = own.server.client();
    const [direct] = (await visit(client, "/login")).data?.answers ?? [];
    const proxied = await visit(client, "/login", { "x-forwarded-for": "192.0.2.1" });
    expect(direct?.body).toMatchObject({ defaultAdmin: { email: "admin@diapason.example" } });
    expect(proxied.data?.answers[0]?.body).toMatchObject({ defaultAdmin: null });
    expect(proxied.answer.text).toContain("<main>Formulaire 2</main>");
    expect(await pageOf(client, "/login")).toContain("<main>Formulaire 1</main>");
  });

  test("other pages are drawn by the browser: an event's address is kept for after the sign-in", async () => {
    for (const path of ["/register", "/reset-password", "/confirm-email", "/events/none", "/users"]) {
      expect(await pageOf(own.server.client(), path)).toContain(SCRIPT);
    }
    expect(asked).toEqual([]);
  });
});
