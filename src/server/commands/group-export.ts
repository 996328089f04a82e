import { calendarFile } from "#calendar-file/calendar-file.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";

import { LINKED_PAGES } from "#contract/paths.ts";
import { answersTo } from "#domain/planning/answers/answer-table.ts";
import type { Person } from "#domain/people/people.ts";
import { type PlannedEvent, rolesNeeded } from "#domain/planning/planning.ts";
import { sharedEntryDescription } from "#text/agenda/calendar-entry.ts";
import { gridCsv } from "#text/grid/grid-csv.ts";
import type { EventRevision } from "../planning/events/read-event-revisions.ts";

/** A group with what an export says about it. */
export interface ExportedGroup {
  readonly group: GroupDetails;
  readonly members: readonly Person[];
  /** By date and time. */
  readonly events: readonly PlannedEvent[];
  readonly revisions: ReadonlyMap<string, EventRevision>;
  readonly now: Date;
  readonly timeZone: string;
  /** The origin of the events' addresses. */
  readonly origin: string;
}

/** The same table as `Télécharger (CSV)` on /grid. */
function asCsv({ group, members, events }: ExportedGroup): string {
  return gridCsv(answersTo(events, members, (event) => rolesNeeded(event, group)));
}

function asCalendar({ events, revisions, now, timeZone, origin }: ExportedGroup): string {
  const entries = events.map((event) => {
    const { sequence = 0, changedAt = null } = revisions.get(event.id) ?? {};
    const address = `${origin}${LINKED_PAGES.events}${encodeURIComponent(event.id)}`;
    const description = sharedEntryDescription({ ...event, address });
    return { event, status: "confirmed", description, sequence, changedAt: changedAt ?? now } as const;
  });
  return calendarFile({ timeZone, entries });
}

/** Members and events as the API gives them; addresses are left out. */
function asJson({ group, members, events, now, timeZone }: ExportedGroup): string {
  const { id, name } = group;
  const people = members.map((person) => ({
    id: person.id,
    firstName: person.firstName,
    lastName: person.lastName,
    positions: person.positions,
  }));
  const content = { exportedAt: now.toISOString(), timeZone, group: { id, name }, members: people, events };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export const EXPORT_FORMATS: ReadonlyMap<string, (exported: ExportedGroup) => string> = new Map([
  ["csv", asCsv],
  ["ics", asCalendar],
  ["json", asJson],
]);
