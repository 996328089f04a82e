import "fake-indexeddb/auto";
import { createStore } from "idb-keyval";
import type { Answer, TestClient, TestServer } from "#server/test-server.ts";
import { readChanges, readState } from "#server/planning/change-log-queries.ts";
import type { Fetch } from "../../http/call-api.ts";
import type { LiveChanges, LiveEvent } from "./live-event.ts";
import { createSharedSource, type SharedSource, type SharedSourceSurroundings } from "./shared-source.ts";
import { mortalLocks } from "./test-locks.ts";

/** What becomes of one call on its way: `pass` hands it to the server. */
export type Road = (
  call: { readonly path: string; readonly init: RequestInit },
  pass: () => Promise<Response>,
) => Promise<Response>;

/** A browser of one signed-in person; what it stores outlives its pages. */
export interface Device {
  /** Opens a page, beside those that are open. */
  readonly open: () => Page;
  /** How calls fare from now on. */
  readonly travel: (road: Road) => void;
  /** What it keeps. */
  readonly stores: SharedSourceSurroundings["stores"];
}

export interface Page {
  readonly source: SharedSource;
  readonly live: TestLive;
  /** The waits under way are over. */
  readonly passTime: () => void;
  /** Milliseconds of the waits under way. */
  readonly waits: () => readonly number[];
  /** Somebody returns to it. */
  readonly comeBack: () => void;
  readonly sessionRefusals: () => number;
  /** Ends without a word, as a killed process does. */
  readonly die: () => void;
}

/** The change stream of one page, which tells when the test says so. */
export interface TestLive extends LiveChanges {
  /** Connects, and tells all that the server's log holds since. */
  readonly catchUp: () => Promise<void>;
  readonly tell: (event: LiveEvent) => void;
  readonly retries: () => number;
}

export const DIRECT: Road = (_, pass) => pass();
export const NOBODY: Road = () => Promise.reject(new TypeError("Failed to fetch"));

/** The server does it, and its answer is lost. */
export const LOST_ANSWER: Road = async (_, pass) => {
  await pass();
  throw new TypeError("Failed to fetch");
};

export function says(status: number, code: string, headers: Record<string, string> = {}): Road {
  const problem = { type: "about:blank", title: "Non", status, code, detail: "Non." };
  return () => Promise.resolve(Response.json(problem, { status, headers }));
}

interface DeviceOptions {
  readonly userId: string;
  readonly now?: () => number;
}

let devices = 0;

export function createDevice(
  server: Pick<TestServer, "database">,
  client: Pick<TestClient, "send">,
  { userId, now = Date.now }: DeviceOptions,
): Device {
  devices += 1;
  const profile = `device-${devices}`;
  let road = DIRECT;
  const pass = fetchThrough(client);
  const fetchIt: Fetch = (path, init) => road({ path, init }, () => pass(path, init));
  const stores = {
    reads: createStore(`${profile}-reads`, "reads"),
    outbox: createStore(`${profile}-outbox`, "outbox"),
  };
  return {
    stores,
    travel(next) {
      road = next;
    },
    open() {
      const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
      const death = Promise.withResolvers<void>();
      let comeBack: (() => void) | undefined;
      let sessionRefusals = 0;
      const live = createTestLive(server);
      const source = createSharedSource({
        userId,
        fetchIt,
        stores,
        locks: mortalLocks(profile, death.promise),
        openChannel: (name) => new BroadcastChannel(`${profile}.${name}`),
        live,
        onReturn(listener) {
          comeBack = listener;
          return () => (comeBack = undefined);
        },
        wait: (milliseconds) => new Promise((end) => waits.push({ milliseconds, end })),
        now,
        random: Math.random,
        onSessionRefused: () => (sessionRefusals += 1),
      });
      return {
        source,
        live,
        passTime() {
          for (const { end } of waits.splice(0)) end();
        },
        waits: () => waits.map(({ milliseconds }) => milliseconds),
        comeBack: () => comeBack?.(),
        sessionRefusals: () => sessionRefusals,
        die() {
          death.resolve();
          source.dispose();
        },
      };
    },
  };
}

/** The browser's `fetch`, with the cookies and the origin of `client`. */
export function fetchThrough(client: Pick<TestClient, "send">): Fetch {
  return async (path, { method = "GET", headers, body }) => {
    const sent = typeof body === "string" ? { raw: body } : {};
    return responseOf(await client.send(method, path, { ...sent, headers: headers as Record<string, string> }));
  };
}

function responseOf({ status, headers, text }: Answer): Response {
  const single = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return new Response(status === 204 ? null : text, { status, headers: single });
}

function createTestLive({ database }: Pick<TestServer, "database">): TestLive {
  const listeners = new Set<(event: LiveEvent) => void>();
  let after: number | null = null;
  let retries = 0;

  function tell(event: LiveEvent): void {
    for (const listener of listeners) listener(event);
  }

  return {
    tell,
    async catchUp() {
      const { position } = await readState(database);
      const changes = after === null ? [] : await readChanges(database, after, 1_000);
      after = position;
      tell({ type: "ready", position });
      for (const { position: at, change } of changes) {
        tell(change ? { type: "change", position: at, change } : { type: "reload", position: at });
      }
    },
    retries: () => retries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retryNow() {
      retries += 1;
    },
    close: () => listeners.clear(),
  };
}
