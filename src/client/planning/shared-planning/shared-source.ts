import type { UseStore } from "idb-keyval";
import { EMPTY_PLANNING } from "#domain/planning.ts";
import type { Fetch } from "../../http/call-api.ts";
import { createListeners } from "../../storage/listeners.ts";
import type { PlanningSnapshot, PlanningSource } from "../planning-source.ts";
import type { LiveChanges } from "./live-event.ts";

/** How the tabs of one browser tell each other of what they submit: the part of `BroadcastChannel` that is used. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

export interface SharedSourceSurroundings {
  /** Whoever is signed in: what is kept is theirs, and nobody else's session sends it. */
  readonly userId: string;
  readonly fetchIt?: Fetch;
  /** Two stores of IndexedDB; where the browser has none, calls to them reject. */
  readonly stores: { readonly reads: UseStore; readonly outbox: UseStore };
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly openChannel: (name: string) => TabChannel;
  readonly live: LiveChanges;
  /** Calls `listener` whenever the page becomes visible, or the browser believes it is online again; returns how to stop. */
  readonly onReturn: (listener: () => void) => () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** The server refuses the session, or somebody else's it is by now: the caller looks who is signed in. */
  readonly onSessionRefused: () => void;
}

/** The team's planning, as one signed-in person's page has it. */
export interface SharedSource extends PlanningSource {
  /** How many changes of this person the server has not acknowledged, those on their way included. */
  readonly unsent: () => number;
  /** At sign-out: drops what was read for this person; what was not sent only when `unsent` says so. */
  readonly forget: (what: { readonly unsent: boolean }) => Promise<void>;
  /** Stops listening and sending. What was not sent stays kept. */
  readonly dispose: () => void;
}

const UNKNOWN: PlanningSnapshot = {
  status: "loading",
  planning: { ...EMPTY_PLANNING, members: {} },
  setAside: [],
  connection: { status: "online", unsent: 0 },
  lateRefusals: [],
};

export function createSharedSource(_surroundings: SharedSourceSurroundings): SharedSource {
  const listeners = createListeners();
  return {
    snapshot: () => UNKNOWN,
    subscribe: listeners.subscribe,
    need: () => () => undefined,
    statusOf: () => "loading",
    eventCount: () => 0,
    dismiss: () => undefined,
    submit: () => Promise.resolve({ status: "refused", code: "server.unreachable" }),
    unsent: () => 0,
    forget: () => Promise.resolve(),
    dispose: () => undefined,
  };
}
