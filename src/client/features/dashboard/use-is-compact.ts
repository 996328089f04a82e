import { useIsAtLeast } from "#client/ui/page/page-width.ts";

/** Whether the dashboard has its phone layout: the parts of a cell are too small for a thumb, so a tap chooses the day. */
export function useIsCompact(): boolean {
  return !useIsAtLeast("medium");
}
