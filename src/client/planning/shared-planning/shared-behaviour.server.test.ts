import "fake-indexeddb/auto";
import { createStore } from "idb-keyval";
import { afterEach } from "vitest";
import type { Group } from "#domain/planning/planning.ts";
import { type Person, startPlanningServer } from "#test/support/server/test-planning.ts";
import { signInDefaultAdmin, type TestServer } from "#test/support/server/test-server.ts";
import { describePlanningSource } from "../planning-source.suite.ts";
import { createLiveChanges } from "./live/change-stream.ts";
import { createSharedSource, type SharedSource } from "./shared-source.ts";
import { fetchThrough } from "#test/support/planning/test-device.ts";
import { openEventSource } from "#test/support/planning/test-event-source.ts";

let closings: (() => unknown)[] = [];
let devices = 0;

afterEach(async () => {
  for (const close of closings.toReversed()) await close();
  closings = [];
});

/** A separate device that receives changes through the server's real stream. */
function openDevice({ url }: TestServer, person: Person): SharedSource {
  devices += 1;
  const profile = `live-device-${devices}`;
  const browser = {
    userId: person.user.id,
    fetchIt: fetchThrough(person),
    locks: {
      request: ((name: string, task: LockGrantedCallback<unknown>) =>
        navigator.locks.request(`${profile}.${name}`, task)) as LockManager["request"],
    },
    openChannel: (name: string) => new BroadcastChannel(`${profile}.${name}`),
    onReturn: () => () => undefined,
    now: Date.now,
    random: Math.random,
    afterPaint: (task: () => void) => task(),
  };
  const live = createLiveChanges({
    ...browser,
    visibility: { isVisible: () => true, subscribe: () => () => undefined },
    openEventSource: (path) => openEventSource(url, person, path),
  });
  const source = createSharedSource({
    ...browser,
    live,
    stores: { reads: createStore(`${profile}-reads`, "reads"), outbox: createStore(`${profile}-outbox`, "outbox") },
    watchContact: () => () => undefined,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onSessionRefused: () => undefined,
  });
  closings.push(source.dispose, live.close);
  return source;
}

/** A server with a planning that an admin has just shared. */
async function startShared(groups: readonly Group[]) {
  const planning = await startPlanningServer("sqlite", { sharing: "off" });
  closings.push(planning.stop);
  await planning.admin.post("/api/sharing", { groups, events: [] });
  return planning;
}

describePlanningSource("SharedSource", async (groups) => {
  const { server, admin } = await startShared(groups);
  const again = await signInDefaultAdmin(server);
  return { source: openDevice(server, admin), elsewhere: openDevice(server, again), person: admin.user };
});
