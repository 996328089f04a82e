import * as z from "zod/mini";
import { errorCodeOf } from "#contract/errors.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { SubmitOutcome } from "#contract/planning/submit.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { createListeners } from "../../../storage/listeners.ts";
import type { ServerContact } from "../contact/server-contact.ts";
import type { Acceptance } from "../reads/server-planning.ts";
import { type Decision, isSilent, type Obstacle } from "./outbox-sending.ts";
import { type OutboxEntry, type Refused, type StoredChanges } from "./stored-changes.ts";

/** Messages between the tabs of one browser: the members of `BroadcastChannel` in use. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

const Change: z.ZodMiniType<PlanningChange> = PlanningChangeRow;

/** Messages between the tabs of one user. `changed`: the stored changes have. `held_up`: sending has to wait. */
const Message = z.union([
  z.object({ type: z.literal("changed") }),
  z.object({
    type: z.literal("accepted"),
    id: z.string(),
    change: Change,
    position: z.nullable(z.number()),
    isInEffect: z.boolean(),
  }),
  z.object({
    type: z.literal("refused"),
    id: z.string(),
    code: z.string(),
    fieldErrors: z.optional(z.record(z.string(), z.string())),
  }),
  z.object({ type: z.literal("held_up"), isSilent: z.boolean() }),
]);

export type OutboxMessage = z.infer<typeof Message>;

/** @param open may throw, for example where storage is blocked: each tab then works alone */
export function joinOutboxChannel(open: () => TabChannel) {
  let channel = opened(open);
  return {
    post(message: OutboxMessage): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(message);
    },
    /** Calls `listener` with the messages of other tabs; messages of another shape are ignored. */
    listen(listener: (message: OutboxMessage) => void): void {
      channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const message = Message.safeParse(data);
        if (channel && message.success) listener(message.data);
      });
    },
    close(): void {
      channel?.close();
      channel = null;
    },
  };
}

function opened(open: () => TabChannel): TabChannel | null {
  try {
    return open();
  } catch {
    return null;
  }
}

export interface OutboxOutcomesPorts {
  readonly changes: StoredChanges;
  readonly channel: Pick<ReturnType<typeof joinOutboxChannel>, "post">;
  readonly contact: Pick<ServerContact, "answered" | "silent">;
  /**
   * Called when the server accepted a change of this user, whichever tab sent it, and before the change leaves the
   * outbox.
   */
  readonly onAccepted: (change: PlanningChange, acceptance: Acceptance) => void;
}

type MessageOf<Type extends OutboxMessage["type"]> = Extract<OutboxMessage, { readonly type: Type }>;

const DONE: SubmitOutcome = { status: "done" };
const KEPT: SubmitOutcome = { status: "kept" };

/**
 * Reports the result of each change to its caller on this page and to the other tabs, then removes it from the stored
 * ones.
 */
export function createOutboxOutcomes({ changes, channel, contact, onAccepted }: OutboxOutcomesPorts) {
  const listeners = createListeners();
  /** Callers on this page, by the id of their change. */
  const callers = new Map<string, PromiseWithResolvers<SubmitOutcome>>();
  /** Ids of the changes whose caller got `kept`, or whose page was closed. */
  const delayed = new Set<string>();

  changes.subscribe(() => {
    // Another tab replaced the change with a later answer, or sent it and died before it could report the outcome.
    for (const id of [...callers.keys()].filter(changes.isTaken)) settle(id, KEPT);
  });

  function outcomeOf(id: string): Promise<SubmitOutcome> {
    const caller = callers.get(id) ?? Promise.withResolvers<SubmitOutcome>();
    callers.set(id, caller);
    return caller.promise;
  }

  function settle(id: string, outcome: SubmitOutcome | Promise<SubmitOutcome>): void {
    callers.get(id)?.resolve(outcome);
    callers.delete(id);
  }

  function delayAll(): void {
    for (const { id } of changes.stored()) {
      delayed.add(id);
      settle(id, KEPT);
    }
    listeners.notify();
  }

  async function accepted(entry: OutboxEntry, { position, isInEffect }: Acceptance): Promise<void> {
    const { id, change } = entry;
    onAccepted(change, { position, isInEffect });
    channel.post({ type: "accepted", id, change, position, isInEffect });
    const removal = changes.remove(entry);
    settle(id, DONE);
    await removal;
    channel.post({ type: "changed" });
  }

  async function refused(entry: OutboxEntry, refusal: Refused): Promise<void> {
    const { id } = entry;
    const removal = callers.has(id) ? changes.remove(entry) : changes.refuse(entry, refusal);
    settle(id, refusal);
    await removal;
    const { code, fieldErrors } = refusal;
    channel.post({ type: "refused", id, code, fieldErrors });
  }

  /** Another tab sent the change and stored its refusal, because the caller is not there but here. */
  async function receiveRefusal({ id, code, fieldErrors }: MessageOf<"refused">): Promise<void> {
    contact.answered();
    if (!callers.has(id)) return;
    settle(id, { status: "refused", code: errorCodeOf(code), fieldErrors });
    await changes.dismiss(id);
  }

  return {
    subscribe: listeners.subscribe,
    /** Resolves with the outcome of a change that is submitted on this page. */
    outcomeOf,
    settle,
    /** Makes the caller of change `id` wait for change `newId`, which replaced it. */
    replace(id: string, newId: string): void {
      if (callers.has(id)) settle(id, outcomeOf(newId));
    },
    /** Answers `kept` to all waiting callers: sending may take a while. */
    delayAll,
    /** Counts the changes of earlier pages as delayed. */
    delayFormer(): void {
      for (const { id } of changes.entries()) if (!callers.has(id)) delayed.add(id);
    },
    delayedCount: (): number => changes.entries().filter(({ id }) => delayed.has(id)).length,
    onDecision: (entry: OutboxEntry, decision: Decision): Promise<void> =>
      decision.status === "accepted" ? accepted(entry, decision) : refused(entry, decision),
    onObstacle(obstacle: Obstacle): void {
      channel.post({ type: "held_up", isSilent: isSilent(obstacle) });
      delayAll();
    },
    async receive(message: OutboxMessage): Promise<void> {
      switch (message.type) {
        case "changed":
          break;
        case "held_up":
          if (message.isSilent) contact.silent();
          delayAll();
          break;
        case "accepted":
          contact.answered();
          onAccepted(message.change, message);
          settle(message.id, DONE);
          break;
        case "refused":
          await receiveRefusal(message);
          break;
      }
    },
  };
}
