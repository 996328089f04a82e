import { usePlanningEnvironment } from "#client/planning/planning-context.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import { givenAnswerOf, noteOf } from "#domain/availability/availability.ts";
import { unitedLineUp } from "#domain/line-up/repairing/replacement.ts";
import type { Person } from "#domain/people/people.ts";
import { combinablePairsOf, type Planning } from "#domain/planning/planning.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";

/** What makes a browser's own planning that of one person: of two answers the one that was given later counts. */
export function changesOfMerge(
  planning: Planning,
  kept: Person,
  goneId: string,
  newId: () => string,
): SubmittedChange[] {
  const answers = planning.events.flatMap(({ id: eventId, availability }): SubmittedChange[] => {
    const answer = givenAnswerOf(availability, goneId);
    const at = (userId: string) => availability.findIndex((entry) => entry.userId === userId);
    // Later answers come last.
    if (answer === null || (givenAnswerOf(availability, kept.id) !== null && at(kept.id) > at(goneId))) return [];
    const note = noteOf(availability[at(goneId)] ?? {});
    return [{ type: "availability.set", eventId, person: kept, answer, ...note }];
  });
  const lineUps = planning.events.flatMap(({ id: eventId, groupId, lineUp }): SubmittedChange[] => {
    if (lineUp?.some(({ userId }) => userId === goneId) !== true) return [];
    const united = unitedLineUp(lineUp, { keptId: kept.id, goneId }, combinablePairsOf(planning, groupId));
    return [{ type: "line_up.kept", eventId, lineUp: united }];
  });
  const absences = planning.absences
    .filter(({ person }) => person.id === goneId)
    .map((absence): SubmittedChange => ({ type: "absence.added", absence: { ...absence, id: newId(), person: kept } }));
  return [...answers, ...lineUps, ...absences];
}

/** Returns a function that does the same in this browser's planning. The server does it in a shared one. */
export function useLocalMerge(): (kept: UserRow, gone: UserRow) => Promise<void> {
  const { source } = usePlanningEnvironment();
  const today = useToday();
  const isLocal = useSharingState() === "local";
  return async ({ id, firstName, lastName, positions }, gone) => {
    if (isLocal) {
      const person = { id, firstName, lastName, positions };
      const { planning } = source.snapshot();
      for (const change of changesOfMerge(planning, person, gone.id, () => crypto.randomUUID())) {
        await source.submit(change);
      }
      await source.applyPersonChange({ type: "person.changed", person, from: today });
    }
    await source.applyPersonChange({ type: "person.removed", userId: gone.id });
  };
}
