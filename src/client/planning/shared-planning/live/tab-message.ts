import * as z from "zod/mini";
import { PlanningChangeRow } from "#contract/planning-change.ts";
import type { Told } from "./change-stream.ts";

/** What the tabs of a browser say to each other about their stream. */
export type TabMessage =
  | ({ readonly type: "told" } & Told)
  /** The tab that holds the stream is there. */
  | { readonly type: "alive" }
  /** Is it? It answers how the stream stands, and tries to connect now if it has to. */
  | { readonly type: "hello" };

const position = z.int();

const Event = z.union([
  z.object({ type: z.literal("ready"), position }),
  z.object({ type: z.literal("reload"), position }),
  z.object({ type: z.literal("change"), position, change: PlanningChangeRow }),
  z.object({ type: z.literal("down") }),
]);

/** Checked, because the other tab may still run another version of the page. */
export const TabMessage = z.union([
  z.object({ type: z.literal("told"), event: Event, after: z.nullable(position) }),
  z.object({ type: z.literal("alive") }),
  z.object({ type: z.literal("hello") }),
]) satisfies z.ZodMiniType<TabMessage>;
