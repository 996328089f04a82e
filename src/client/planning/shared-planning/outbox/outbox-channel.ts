import * as z from "zod/mini";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { ChangeRefusal } from "#contract/planning/submit.ts";

/** Messages between the tabs of one browser: the members of `BroadcastChannel` in use. */
export type TabChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** Messages between the tabs of one user. */
export type OutboxMessage =
  /** The stored changes have changed. */
  | { readonly type: "changed" }
  | {
      readonly type: "accepted";
      readonly id: string;
      readonly change: PlanningChange;
      readonly position: number | null;
      readonly isInEffect: boolean;
    }
  | ({ readonly type: "refused"; readonly id: string; readonly code: string } & Pick<ChangeRefusal, "fieldErrors">)
  /** Sending has to wait. */
  | { readonly type: "held_up"; readonly isSilent: boolean };

const Message: z.ZodMiniType<OutboxMessage> = z.union([
  z.object({ type: z.literal("changed") }),
  z.object({
    type: z.literal("accepted"),
    id: z.string(),
    change: PlanningChangeRow,
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

export interface OutboxChannel {
  readonly post: (message: OutboxMessage) => void;
  /** Calls `listener` with the messages of other tabs; messages of another shape are ignored. */
  readonly listen: (listener: (message: OutboxMessage) => void) => void;
  readonly close: () => void;
}

/** @param open may throw, for example where storage is blocked: each tab then works alone */
export function joinOutboxChannel(open: () => TabChannel): OutboxChannel {
  let channel = opened(open);
  return {
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(message);
    },
    listen(listener) {
      channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        const message = Message.safeParse(data);
        if (channel && message.success) listener(message.data);
      });
    },
    close() {
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
