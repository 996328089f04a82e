import * as z from "zod/mini";
import { PlanningChangeRow } from "#contract/planning-change.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { TabChannel } from "./tab-channel.ts";

/** What the tabs of one person tell each other. */
export type OutboxMessage =
  /** What is stored is another. */
  | { readonly type: "changed" }
  | {
      readonly type: "accepted";
      readonly id: string;
      readonly change: PlanningChange;
      readonly position: number | null;
      readonly isInEffect: boolean;
    }
  | { readonly type: "refused"; readonly id: string; readonly code: string }
  /** Nothing can be sent for the moment. */
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
  z.object({ type: z.literal("refused"), id: z.string(), code: z.string() }),
  z.object({ type: z.literal("held_up"), isSilent: z.boolean() }),
]);

export interface OutboxChannel {
  readonly tell: (message: OutboxMessage) => void;
  readonly close: () => void;
}

/**
 * Calls `onMessage` with what other tabs tell; what is none of ours is passed over.
 * @param open may throw, as where storage is blocked: each tab is alone then
 */
export function joinOutboxChannel(open: () => TabChannel, onMessage: (message: OutboxMessage) => void): OutboxChannel {
  let channel = opened(open);
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data);
    if (channel && message.success) onMessage(message.data);
  });
  return {
    tell(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(message);
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
