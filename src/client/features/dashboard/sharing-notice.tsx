import { useOnlyHereNotice } from "#client/planning/sharing-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";

/** Separate, because only admins of a planning that is not shared load it. */
const OnlyHereLine = lazyPart(async () => (await import("./only-here-line.tsx")).OnlyHereLine);

/** For admins, until they dismiss it: nobody else sees what they plan in this browser. */
export function SharingNotice() {
  const { isDue, dismiss } = useOnlyHereNotice();
  return isDue ? <OnlyHereLine onDismiss={dismiss} /> : null;
}
