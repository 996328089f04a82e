import { useMediaQuery } from "#client/ui/page/media-query.ts";

/** Below this width the parts of a cell are too small for a thumb: a tap chooses the day. */
const COMPACT = "(width < 37.5rem)";

/** Whether the dashboard has its phone layout. */
export function useIsCompact(): boolean {
  return useMediaQuery(COMPACT);
}
