import type { Answer } from "../../availability/availability.ts";
import { compareScheduled, isInMonth, type YearMonth } from "../../calendar/calendar.ts";
import type { BandRole } from "../../line-up/band-roles.ts";
import { missingRoles } from "../../line-up/critical-roles.ts";
import { rolesOfPerson } from "../../line-up/kept-line-up.ts";
import { compareNames, fullName, type Person } from "../../people/people.ts";
import type { PlannedEvent } from "../planning.ts";

/** One event of the table. */
export interface AnswerColumn {
  readonly event: PlannedEvent;
  readonly missing: readonly BandRole[];
  /** The roles that the event needs. */
  readonly required: readonly BandRole[];
}

/** One member, and their answer to the event of each column. */
export interface AnswerTableRow {
  readonly personId: string;
  readonly name: string;
  readonly answers: readonly (Answer | null)[];
}

/** Who answered what to a group's events. */
export interface AnswerTable {
  /** By date and time. */
  readonly columns: readonly AnswerColumn[];
  /** In French alphabetical order of the full names. */
  readonly rows: readonly AnswerTableRow[];
}

/** The table of these members and events. */
export function answersTo(
  events: readonly PlannedEvent[],
  members: readonly Person[],
  requiredRolesOf: (event: PlannedEvent) => readonly BandRole[],
): AnswerTable {
  const shown = events.toSorted(compareScheduled);
  const answers = shown.map(
    ({ availability }) => new Map(availability.map(({ userId, status }) => [userId, status] as const)),
  );
  const rows = members.map((person) => ({
    personId: person.id,
    name: fullName(person),
    answers: answers.map((answerByUser) => answerByUser.get(person.id) ?? null),
  }));
  return {
    columns: shown.map((event) => {
      const required = requiredRolesOf(event);
      return { event, required, missing: missingRoles(event.availability, required) };
    }),
    rows: rows.toSorted((a, b) => compareNames(a.name, b.name) || (a.personId < b.personId ? -1 : 1)),
  };
}

/**
 * The table of one month.
 * @param events the group's events of any month
 */
export function answerTable(
  events: readonly PlannedEvent[],
  month: YearMonth,
  members: readonly Person[],
  requiredRolesOf: (event: PlannedEvent) => readonly BandRole[],
): AnswerTable {
  const ofMonth = events.filter(({ date }) => isInMonth(date, month));
  return answersTo(ofMonth, members, requiredRolesOf);
}

/** The roles that somebody takes at an event: those of the kept line-up, while they are present. */
export function rolesTaken(event: PlannedEvent, personId: string, answer: Answer | null): BandRole[] {
  return answer === "present" ? rolesOfPerson(event.lineUp, personId) : [];
}
