import { EMPTY_PLANNING } from "#domain/planning/planning.ts";
import { backOffDelay } from "../http/back-off.ts";
import { createListeners } from "../storage/listeners.ts";
import type { DisposableSource, PlanningNeed, PlanningSnapshot, PlanningSource } from "./planning-source.ts";
import type { Sharing } from "./sharing.ts";

interface SwitchingSourceEnvironment {
  readonly sharing: Pick<Sharing, "state" | "subscribe">;
  /** The signed-in user. */
  readonly person: { readonly id: () => string | null; readonly subscribe: (listener: () => void) => () => void };
  readonly openLocal: () => DisposableSource;
  /** Loads the code for the team's planning; rejects if it cannot be loaded now. */
  readonly loadShared: () => Promise<(userId: string) => DisposableSource>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** A number in [0, 1) */
  readonly random: () => number;
}

interface ActiveNeed {
  readonly need: PlanningNeed;
  stop: (() => void) | undefined;
}

/** The planning in use: this browser's own, or one user's view of the team's. */
type Wanted = { readonly type: "local" } | { readonly type: "shared"; readonly userId: string };

const OPENING: PlanningSnapshot = {
  status: "loading",
  planning: EMPTY_PLANNING,
  setAside: [],
  connection: null,
  lateRefusals: [],
};

/** Shown if that code cannot be loaded: the server is unreachable. */
const UNREACHABLE: PlanningSnapshot = { ...OPENING, connection: { status: "offline", unsent: 0 } };

function isSame(one: Wanted | null, other: Wanted | null): boolean {
  if (one?.type === "shared" && other?.type === "shared") return one.userId === other.userId;
  return one?.type === other?.type;
}

/**
 * The planning in use: this browser's own, or the team's once it is shared (each signed-in user has their own view of
 * it). On a switch the needs of the screens are carried over, so screens do not notice.
 */
export function createSwitchingSource(environment: SwitchingSourceEnvironment): PlanningSource {
  const { sharing, person, openLocal, loadShared, wait, random } = environment;
  const listeners = createListeners();
  const needs = new Set<ActiveNeed>();
  /** `null` while unknown, or while nobody is signed in. */
  let wanted: Wanted | null = null;
  let source: DisposableSource | null = null;
  let opening = OPENING;
  let stopListening: (() => void) | undefined;

  function close(): void {
    stopListening?.();
    for (const active of needs) {
      active.stop?.();
      active.stop = undefined;
    }
    source?.dispose();
    source = null;
    opening = OPENING;
  }

  function open(next: DisposableSource): void {
    source = next;
    stopListening = next.subscribe(listeners.notify);
    for (const active of needs) active.stop = next.need(active.need);
    listeners.notify();
  }

  async function openShared(asked: Extract<Wanted, { readonly type: "shared" }>, retry = 0): Promise<void> {
    const create = await loadShared().catch(() => null);
    if (wanted !== asked) return;
    if (create !== null) return open(create(asked.userId));
    opening = UNREACHABLE;
    listeners.notify();
    await wait(backOffDelay(retry, random()));
    if (wanted === asked) return openShared(asked, retry + 1);
  }

  function wantedNow(): Wanted | null {
    const userId = person.id();
    if (sharing.state() === "local") return { type: "local" };
    return sharing.state() === "shared" && userId !== null ? { type: "shared", userId } : null;
  }

  function follow(): void {
    const next = wantedNow();
    if (isSame(next, wanted)) return;
    close();
    wanted = next;
    if (next?.type === "local") return open(openLocal());
    listeners.notify();
    if (next !== null) void openShared(next);
  }

  /** Resolves with the planning in use, once there is one. */
  function opened(): Promise<PlanningSource> {
    if (source !== null) return Promise.resolve(source);
    return new Promise((resolve) => {
      const stop = listeners.subscribe(() => {
        if (source === null) return;
        stop();
        resolve(source);
      });
    });
  }

  sharing.subscribe(follow);
  person.subscribe(follow);
  follow();

  return {
    snapshot: () => source?.snapshot() ?? opening,
    subscribe: listeners.subscribe,
    need(need) {
      const active: ActiveNeed = { need, stop: source?.need(need) };
      needs.add(active);
      return () => {
        needs.delete(active);
        active.stop?.();
      };
    },
    statusOf: (need) => source?.statusOf(need) ?? (opening === UNREACHABLE ? "failed" : "loading"),
    eventCount: (groupId) => source?.eventCount(groupId) ?? 0,
    dismiss: (refusalId) => source?.dismiss(refusalId),
    submit: async (change) => (await opened()).submit(change),
    applyPersonChange: async (change) => (await opened()).applyPersonChange(change),
  };
}
