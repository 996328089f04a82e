import "fake-indexeddb/auto";
import { createStore } from "idb-keyval";
import { readChanges, readState } from "#server/planning/changes/write-change-log.ts";
import type { Answer, TestClient, TestServer } from "#test/support/server/test-server.ts";
import type { Fetch } from "#client/http/call-api.ts";
import type { LiveChanges, LiveEvent } from "#client/planning/shared-planning/live/change-stream.ts";
import {
  createSharedSource,
  type SharedSource,
  type SharedSourceEnvironment,
} from "#client/planning/shared-planning/shared-source.ts";
import { locksUntilDeath } from "./test-locks.ts";

/** Simulates the network for one call. `pass` sends it to the server. */
export type NetworkPath = (
  call: { readonly path: string; readonly init: RequestInit },
  pass: () => Promise<Response>,
) => Promise<Response>;

/** The browser of one signed-in person. Its stores outlive its pages. */
export interface Device {
  /** Opens one more page. */
  readonly open: () => Page;
  /** Replaces the simulated network from now on. */
  readonly setNetworkPath: (path: NetworkPath) => void;
  readonly stores: SharedSourceEnvironment["stores"];
}

export interface Page {
  readonly source: SharedSource;
  readonly live: TestLive;
  /** Ends all pending waits. */
  readonly passTime: () => void;
  /** Durations of the pending waits, in milliseconds. */
  readonly waits: () => readonly number[];
  /** Simulates that the user returns to the page. */
  readonly returnToPage: () => void;
  readonly sessionRefusals: () => number;
  /** Ends the page without any clean-up, like a killed process. */
  readonly die: () => void;
}

/** The change stream of one page. The test decides when it delivers events. */
export interface TestLive extends LiveChanges {
  /** Connects, and delivers every change of the server's log since the last call. */
  readonly catchUp: () => Promise<void>;
  readonly deliver: (event: LiveEvent) => void;
  readonly retries: () => number;
}

export const ONLINE: NetworkPath = (_, pass) => pass();
export const OFFLINE: NetworkPath = () => Promise.reject(new TypeError("Failed to fetch"));

/** The server carries out the call, but its response is lost. */
export const LOSING_ANSWERS: NetworkPath = async (_, pass) => {
  await pass();
  throw new TypeError("Failed to fetch");
};

export function answersWith(status: number, code: string, headers: Record<string, string> = {}): NetworkPath {
  const problem = { type: "about:blank", title: "Non", status, code, detail: "Non." };
  return () => Promise.resolve(Response.json(problem, { status, headers }));
}

interface DeviceOptions {
  readonly userId: string;
  readonly now?: () => number;
}

let deviceCount = 0;

export function createDevice(
  server: Pick<TestServer, "database">,
  client: Pick<TestClient, "send">,
  { userId, now = Date.now }: DeviceOptions,
): Device {
  deviceCount += 1;
  const profile = `device-${deviceCount}`;
  let networkPath = ONLINE;
  const pass = fetchThrough(client);
  const fetchIt: Fetch = (path, init) => networkPath({ path, init }, () => pass(path, init));
  const stores = {
    reads: createStore(`${profile}-reads`, "reads"),
    outbox: createStore(`${profile}-outbox`, "outbox"),
  };
  return {
    stores,
    setNetworkPath(next) {
      networkPath = next;
    },
    open() {
      const waits: { readonly milliseconds: number; readonly end: () => void }[] = [];
      const death = Promise.withResolvers<void>();
      let returnToPage: (() => void) | undefined;
      let sessionRefusals = 0;
      const live = createTestLive(server);
      const source = createSharedSource({
        userId,
        fetchIt,
        stores,
        locks: locksUntilDeath(profile, death.promise),
        openChannel: (name) => new BroadcastChannel(`${profile}.${name}`),
        live,
        onReturn(listener) {
          returnToPage = listener;
          return () => (returnToPage = undefined);
        },
        watchContact: () => () => undefined,
        wait: (milliseconds) => new Promise((end) => waits.push({ milliseconds, end })),
        now,
        random: Math.random,
        afterPaint: (task) => task(),
        onSessionRefused: () => (sessionRefusals += 1),
      });
      return {
        source,
        live,
        passTime() {
          for (const { end } of waits.splice(0)) end();
        },
        waits: () => waits.map(({ milliseconds }) => milliseconds),
        returnToPage: () => returnToPage?.(),
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

  function deliver(event: LiveEvent): void {
    for (const listener of listeners) listener(event);
  }

  return {
    deliver,
    async catchUp() {
      const { position } = await readState(database);
      const changes = after === null ? [] : await readChanges(database, after, 1_000);
      after = position;
      deliver({ type: "ready", position });
      for (const { position: at, change } of changes) {
        deliver(change ? { type: "change", position: at, change } : { type: "reload", position: at });
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
