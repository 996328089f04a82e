import { rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { calendarFile } from "#calendar-file/calendar-file.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import type { Person } from "#domain/people/people.ts";
import { answersTo } from "#domain/planning/answers/answer-table.ts";
import { type Group, type PlannedEvent, rolesNeeded } from "#domain/planning/planning.ts";
import { sharedEntryDescription } from "#text/agenda/calendar-entry.ts";
import { exportNotWritten, exportText, exportWritten, notADate, noSuchGroup } from "#text/commands/command-output.ts";
import { gridCsv } from "#text/grid/grid.ts";
import { reasonOf } from "../database/data-dir.ts";
import { StartError } from "../errors.ts";
import { readState } from "../planning/changes/write-change-log.ts";
import { readEvents } from "../planning/events/read-events.ts";
import { type EventRevision, readRevisions } from "../planning/events/write-events.ts";
import { listGroups, readGroup } from "../planning/groups/read-groups.ts";
import { listUsers } from "../users/read-users.ts";
import { linkOrigin, UsageError } from "./command-line.ts";
import { type CommandCall, runCommand } from "./command.ts";

/** The data that an export may contain. */
interface ExportedGroup {
  readonly group: GroupDetails;
  readonly members: readonly Person[];
  /** Ordered by date and time. */
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

/** Members and events as in the API, without e-mail addresses. */
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

const EXPORT_FORMATS: ReadonlyMap<string, (exported: ExportedGroup) => string> = new Map([
  ["csv", asCsv],
  ["ics", asCalendar],
  ["json", asJson],
]);

const USAGE = ["--group NAME|ID --format csv|ics|json [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--out FILE]"];
const OPTIONS = { group: "string", format: "string", from: "string", to: "string", out: "string" } as const;
/** Owner only: the file tells who is where on which day. */
const FILE_RIGHTS = 0o600;

type Call = CommandCall<typeof OPTIONS>;

async function findGroup({ database }: Call, wanted: string): Promise<Group> {
  const { isShared } = await readState(database);
  if (!isShared) throw new StartError(exportText.notShared);
  const groups = await listGroups(database);
  const byName = (group: Group) => group.name.localeCompare(wanted, "fr", { sensitivity: "accent" }) === 0;
  const found = groups.find(({ id }) => id === wanted) ?? groups.find(byName);
  if (found !== undefined) return found;
  throw new StartError(noSuchGroup(wanted, groups));
}

async function readExported(call: Call, groupId: string): Promise<ExportedGroup> {
  const { settings, database, options } = call;
  const { from, to } = options;
  const now = new Date();
  const group = await readGroup(database, groupId);
  if (group === null) throw new StartError(exportText.deletedNow);
  const { value: events } = await readEvents(database, { groupId, ...(from && { from }), ...(to && { to }) });
  const users = await listUsers(database, now);
  const memberIds = new Set(group.memberIds);
  return {
    group,
    members: users.filter(({ id }) => memberIds.has(id)),
    events,
    revisions: await readRevisions(database, groupId),
    now,
    timeZone: settings.timeZone,
    origin: linkOrigin(settings),
  };
}

/**
 * Writes the file under another name, then renames it: nobody reads a half-written file, and a file that was there before
 * does not keep its wider permissions.
 */
async function write(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await rm(unfinished, { force: true });
    await writeFile(unfinished, text, { mode: FILE_RIGHTS, flag: "wx", flush: true });
    await rename(unfinished, path);
  } catch (error) {
    // What failed before may fail here too, such as a folder that cannot be opened.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new StartError(exportNotWritten(path, reasonOf(error)), { cause: error });
  }
}

async function exportGroup(call: Call): Promise<string> {
  const { group: wanted, format, from, to, out } = call.options;
  const textOf = EXPORT_FORMATS.get(format ?? "");
  if (wanted === undefined || textOf === undefined) throw new UsageError("no group or no known format");
  for (const date of [from, to]) {
    if (date !== undefined && !isPlainDate(date)) throw new StartError(notADate(date));
  }
  const { id, name } = await findGroup(call, wanted);
  const exported = await readExported(call, id);
  const text = textOf(exported);
  if (out === undefined) return text;
  const path = resolve(out);
  await write(path, text);
  return exportWritten(name, exported.events.length, path);
}

/** `npm run export`: writes the planning of one group into a file for other programs. */
await runCommand({ name: "export", usage: USAGE, words: [0, 0], options: OPTIONS }, exportGroup);
