import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePlanningEnvironment } from "../planning/planning-context.ts";

/** Returns the function that says at which other events a person is present at the time of these; empty: at none. */
export function useAlsoPresent(): (events: readonly PlannedEvent[], userId: string) => Promise<string> {
  const { source } = usePlanningEnvironment();
  return (events, userId) =>
    import("./also-present.ts").then(
      ({ alsoPresent }) => alsoPresent(source.snapshot(), events, userId),
      () => "",
    );
}
