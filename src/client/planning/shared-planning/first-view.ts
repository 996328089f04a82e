import type { PlanningSnapshot, PlanningView } from "../planning-source.ts";
import type { FirstParts } from "./reads/first-parts.ts";
import { isKnown } from "./reads/known-planning.ts";

/**
 * What came with the page, to be shown before the code that sends and receives is there. A browser shows the first
 * events without that code's twenty kilobytes.
 */
export function createFirstView({ parts, planning }: FirstParts): PlanningView {
  const contents = parts.map(({ read }) => read.part);
  const snapshot: PlanningSnapshot = {
    status: "ready",
    planning,
    setAside: [],
    connection: { status: "opening", unsent: 0 },
    lateRefusals: [],
  };
  return {
    snapshot: () => snapshot,
    statusOf: (need) => (isKnown(need, contents) ? "ready" : "loading"),
    eventCount(groupId) {
      const group = contents.find((part) => part.type === "group" && part.groupId === groupId);
      return group?.type === "group" ? (group.known?.eventCount ?? 0) : 0;
    },
  };
}
