import type { UseStore } from "idb-keyval";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { undoingOf } from "#domain/planning/undoing.ts";
import type { SubmitOutcome } from "#contract/planning/submit.ts";
import type { Fetch } from "../../http/call-api.ts";
import type { DisposableSource } from "../planning-source.ts";
import type { MadeChange, UnstoredChange } from "../unstored/unstored-changes.ts";
import type { LiveChanges } from "./live/live-event.ts";
import type { TabChannel } from "./outbox/outbox-channel.ts";
import { createOutboxStore } from "./outbox/outbox-store.ts";
import { createOutbox } from "./outbox/outbox.ts";
import { sendChange } from "./outbox/send-change.ts";
import { createServerContact, type ServerContact } from "./contact/server-contact.ts";
import type { FirstParts } from "./reads/first-parts.ts";
import { createServerPlanning } from "./reads/server-planning.ts";
import { aboutOf, createShownPlanning } from "./shown-planning.ts";

export interface SharedSourceEnvironment {
  /** The signed-in user. Stored data belongs to this user, and only their session sends it. */
  readonly userId: string;
  readonly fetchIt?: Fetch;
  /** Two IndexedDB stores. Calls reject where the browser has none. */
  readonly stores: { readonly reads: UseStore; readonly outbox: UseStore };
  /** Changes of this user that an earlier page had not stored when it was left. */
  readonly left?: readonly UnstoredChange[];
  /** Absent where the page has no secure context. */
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly openChannel: (name: string) => TabChannel;
  readonly live: LiveChanges;
  /** What came with the page; `live` starts at its position then. */
  readonly first?: FirstParts | null;
  /**
   * Calls `listener` whenever the page becomes visible, or the browser reports that it is online again; returns how to
   * unsubscribe.
   */
  readonly onReturn: (listener: () => void) => () => void;
  /** Keeps `contact` up to date while no call is made; returns how to stop. */
  readonly watchContact: (contact: ServerContact) => () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** Calls `task` once what is shown now is painted. */
  readonly afterPaint: (task: () => void) => void;
  /** The server refuses the session, or it belongs to another user by now. The caller checks who is signed in. */
  readonly onSessionRefused: () => void;
}

/** The team's planning on the page of one signed-in user. */
export interface SharedSource extends DisposableSource {
  /** Number of changes of this user that the server has not acknowledged, including those being sent. */
  readonly unsent: () => number;
  /** At sign-out: deletes the cached reads of this user, and with `unsent` also the unsent changes. */
  readonly forget: (what: { readonly unsent: boolean }) => Promise<void>;
}

/**
 * Connects the parts. Each part calls only those before it: the server's planning, the outbox (which reports accepted
 * changes to it), and the shown planning, which combines both.
 */
export function createSharedSource(environment: SharedSourceEnvironment): SharedSource {
  const { userId, fetchIt, stores, locks, openChannel, live, onReturn, wait, now, random } = environment;
  const { first = null, left = [], watchContact, onSessionRefused, afterPaint } = environment;
  const contact = createServerContact({ wait, random });
  const server = createServerPlanning({ userId, fetchIt, store: stores.reads, contact, first, wait, onSessionRefused });
  const outbox = createOutbox({
    store: createOutboxStore(stores.outbox, userId),
    left,
    name: `diapason.outbox.${userId}`,
    locks,
    openChannel,
    contact,
    send: (entry, isRepeated) => sendChange(entry, isRepeated, { userId, fetchIt }),
    wait,
    now,
    newId: () => `${now().toString(36)}-${Math.floor(random() * 2 ** 52).toString(36)}`,
    onAccepted: server.acknowledge,
    onSessionRefused,
  });
  const shown = createShownPlanning({ server, outbox, contact, afterPaint });

  function handleReturn(): void {
    contact.wake();
    live.retryNow();
    server.revisit();
    void outbox.revisit();
  }

  function handleContact(): void {
    if (!contact.isOnline()) return;
    server.retryNow();
    if (!server.isLive()) live.retryNow();
  }

  async function submit(change: SubmittedChange, made?: MadeChange): Promise<SubmitOutcome> {
    const { planning } = shown.snapshot();
    const outcome = await outbox.submit(change, aboutOf(planning, change), made);
    const undo = undoingOf(planning, change);
    return outcome.status === "refused" || undo === null ? outcome : { ...outcome, undo };
  }

  const stops = [
    contact.subscribe(handleContact),
    live.subscribe(server.receive),
    onReturn(handleReturn),
    watchContact(contact),
  ];

  return {
    snapshot: shown.snapshot,
    subscribe: shown.subscribe,
    need: server.need,
    statusOf: server.statusOf,
    eventCount: shown.eventCount,
    dismiss: (refusalId) => void outbox.dismiss(refusalId),
    submit,
    async applyPersonChange(change) {
      // Without the account, unsent changes have no author.
      if (change.type === "person.removed" && change.userId === userId) await outbox.drop();
      return { status: "done" };
    },
    unsent: () => outbox.entries().length,
    async forget({ unsent }) {
      await server.forget();
      if (unsent) await outbox.drop();
    },
    dispose() {
      for (const stop of stops) stop();
      shown.dispose();
      outbox.dispose();
      server.dispose();
    },
  };
}
