import pino from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { ENGINES, MARIE, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Engine } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { type OpenPlanning, openPlanning } from "./open-planning.ts";
import { createPeerOwners } from "./peer/peer-owner.ts";
import { readWebSite } from "./web-site.ts";

const PROCESS = {
  logger: pino({ level: "silent" }),
  clock: () => new Date(),
  version: "1.2.3",
  site: readWebSite("no-such-page", undefined),
  renderPage: undefined,
  peers: createPeerOwners(),
  /** Long before it a closed planning has nothing left to do. */
  beatMs: 60_000,
  pushReach: undefined,
  metrics: null,
};

interface Place {
  readonly environment: Record<string, string>;
  readonly baseUrl: string;
}

async function newPlace(engine: Engine, name: string): Promise<Place> {
  const environment = await newEnvironment(engine);
  onTestFinished(() => removeData(environment));
  return { environment, baseUrl: `http://${name}.example` };
}

function openAt({ environment, baseUrl }: Place): Promise<OpenPlanning> {
  const settings = settingsOf({ ...environment, BASE_URL: baseUrl });
  return openPlanning(PROCESS, {
    settings,
    baseUrl,
    openDatabase: () => openDatabase(settings),
  });
}

function close({ close: closePlanning }: OpenPlanning): Promise<void> {
  return closePlanning(() => Promise.resolve());
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

function call({ app }: OpenPlanning, { baseUrl }: Place, path: string, sent: Sent = {}): Promise<Response> {
  const headers = { host: new URL(baseUrl).host, origin: baseUrl, "content-type": "application/json", ...sent.headers };
  return Promise.resolve(app.request(baseUrl + path, { ...sent, headers }, {}));
}

async function signUp(planning: OpenPlanning, place: Place): Promise<{ cookie: string }> {
  const body = JSON.stringify(MARIE);
  const response = await call(planning, place, API.signUp, { method: "POST", body });
  expect(response.status).toBe(201);
  return {
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
  };
}

async function userOf(planning: OpenPlanning, place: Place, headers: { cookie: string }): Promise<unknown> {
  const response = await call(planning, place, API.session, { headers });
  return ((await response.json()) as Session | null)?.user.email ?? null;
}

describe.each(ENGINES)("plannings of one process on %s", (engine) => {
  test("know nothing of each other, and one goes on when the other is closed", async () => {
    const [here, there] = [await newPlace(engine, "ici"), await newPlace(engine, "la")];
    const [first, second] = [await openAt(here), await openAt(there)];
    const marie = await signUp(first, here);
    expect(await userOf(first, here, marie)).toBe(MARIE.email);
    expect(await userOf(second, there, marie)).toBe(null);
    await close(first);
    expect((await call(second, there, API.health)).status).toBe(200);
    await signUp(second, there);
    await close(second);
  });

  test("leave no repeating timer when they are closed, and open again with all they knew", async () => {
    const place = await newPlace(engine, "ici");
    const [started, ended] = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "clearInterval")];
    onTestFinished(() => void vi.restoreAllMocks());
    const first = await openAt(place);
    const marie = await signUp(first, place);
    expect(started).toHaveBeenCalled();
    await close(first);
    const cleared = new Set(ended.mock.calls.map(([timer]) => timer));
    expect(started.mock.results.filter(({ value }) => !cleared.has(value as NodeJS.Timeout))).toEqual([]);
    const again = await openAt(place);
    expect(await userOf(again, place, marie)).toBe(MARIE.email);
    await close(again);
  });
});
