import * as z from "zod/mini";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { StreamedEvent } from "./stream-position.ts";

/**
 * Messages about the stream between the tabs of a browser. `told` carries an event; the name stays, because tabs of an
 * older page version still use it.
 */
export type TabMessage =
  | ({ readonly type: "told" } & StreamedEvent)
  /** The leading tab is there. */
  | { readonly type: "alive" }
  /** Asks the leading tab for the state of the stream, and has it connect now if it is waiting. */
  | { readonly type: "hello" };

const position = z.int();

const Event = z.union([
  z.object({ type: z.literal("ready"), position }),
  z.object({ type: z.literal("reload"), position }),
  z.object({ type: z.literal("change"), position, change: PlanningChangeRow, by: z.exactOptional(z.string()) }),
  z.object({ type: z.literal("down") }),
]);

/** Validated, because another tab may run another version of the page. */
export const TabMessage = z.union([
  z.object({ type: z.literal("told"), event: Event, after: z.nullable(position) }),
  z.object({ type: z.literal("alive") }),
  z.object({ type: z.literal("hello") }),
]) satisfies z.ZodMiniType<TabMessage>;
