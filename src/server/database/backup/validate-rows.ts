import * as z from "zod/mini";
import { Email } from "#contract/accounts/account-fields.ts";
import { AdminAct } from "#contract/journal.ts";
import { isStorable } from "#contract/limits.ts";
import { Reminders } from "#contract/notifications/messages.ts";
import { REACH_PROBLEMS } from "#contract/notifications/requests.ts";
import {
  Id,
  isOptionalField,
  PlannedEvent,
  RequiredRoles,
  RolePairs,
  ServiceName,
  Wish,
} from "#contract/planning/planning.ts";
import { PublicationReceipt } from "#contract/planning/publication.ts";
import { backupFault, wrongValue } from "#text/commands/command-output.ts";
import type { Queryable } from "../database.ts";
import { EVENT_COLUMNS, isJsonField } from "../event-columns.ts";
import { readPasswordHash } from "../password-hash.ts";
import { BACKUP_TABLES } from "./backup-tables.ts";
import { readPages } from "./table-rows.ts";

/**
 * Text that somebody typed. Only checked for characters that a database cannot store: today's rules, such as the maximal
 * length, may be stricter than those at the time of the backup.
 */
const Text = z.string().check(z.refine(isStorable));
const Moment = z.iso.datetime({ offset: true });
const ZeroOrOne = z.literal([0, 1]);
const Count = z.int().check(z.nonnegative());

/** A text that contains JSON of this schema. */
function jsonOf(schema: z.ZodMiniType) {
  return z.string().check(
    z.refine((text) => {
      try {
        return schema.safeParse(JSON.parse(text)).success;
      } catch {
        return false;
      }
    }),
  );
}

/** An e-mail in its stored form: one that `Email` would change, such as to lower case, is invalid. */
const StoredEmail = z.string().check(
  z.refine((email) => {
    const outcome = Email.safeParse(email);
    return outcome.success && outcome.data === email;
  }),
);
const Services = jsonOf(z.array(ServiceName));
const Hash = z.string().check(z.refine((text) => readPasswordHash(text) !== null));

/** The schemas of an event's columns, derived from the contract's schemas of its fields. */
function eventColumns(): Record<string, z.ZodMiniType> {
  const storable = z.refine((value) => typeof value !== "string" || isStorable(value));
  const columns = Object.entries(EVENT_COLUMNS) as [keyof typeof EVENT_COLUMNS, string][];
  return Object.fromEntries(
    columns.map(([field, column]) => {
      const schema: z.ZodMiniType = isJsonField(field) ? jsonOf(PlannedEvent.shape[field]) : PlannedEvent.shape[field];
      return [column, (isOptionalField(field) ? z.nullable(schema) : schema).check(storable)];
    }),
  );
}

/** The valid values of each column in a backup. Columns that are not listed may have any value of their type. */
const ROW_SCHEMAS: Readonly<Record<string, z.ZodMiniObject>> = {
  users: z.object({
    id: Id,
    email: z.nullable(StoredEmail),
    first_name: Text,
    last_name: Text,
    name: Text,
    positions: Services,
    is_admin: ZeroOrOne,
    is_built_in: ZeroOrOne,
    email_verified: ZeroOrOne,
    address_refused_at: z.nullable(Moment),
    plays_at_most: z.nullable(Wish),
    takes_replies: ZeroOrOne,
    created_at: Moment,
    updated_at: Moment,
  }),
  account: z.object({ user_id: Id, password: z.nullable(Hash), created_at: Moment, updated_at: Moment }),
  passkey: z.object({
    id: Id,
    user_id: Id,
    counter: Count,
    transports: jsonOf(z.array(z.string())),
    is_synced: ZeroOrOne,
    created_at: Moment,
    last_used_at: z.nullable(Moment),
  }),
  service: z.object({
    id: Id,
    name: ServiceName,
    is_offered: ZeroOrOne,
    place: Count,
    former_names: Services,
  }),
  planning_state: z.object({
    shared_at: z.nullable(Moment),
    publication_receipt: z.nullable(jsonOf(PublicationReceipt)),
    position: Count,
    reminders_default: ZeroOrOne,
  }),
  planning_group: z.object({
    id: Id,
    name: Text,
    place: z.int(),
    combinable_pairs: z.nullable(jsonOf(RolePairs)),
    required_roles: z.nullable(jsonOf(RequiredRoles)),
    reminders_on: ZeroOrOne,
    reminder_days: Reminders.shape.daysBefore,
    reminders_set_at: z.nullable(Moment),
    reply_address: z.nullable(StoredEmail),
    deleted_at: z.nullable(Moment),
  }),
  group_member: z.object({ joined_at: Moment, is_leader: ZeroOrOne }),
  planning_event: z.object({
    ...eventColumns(),
    sequence: Count,
    asked_again_at: z.nullable(Moment),
    reminded_until: z.nullable(Moment),
    deleted_at: z.nullable(Moment),
  }),
  availability: z.object({
    status: z.nullable(z.enum(["present", "absent"])),
    user_name: Text,
    positions: Services,
    answered_at: Moment,
    comment: z.nullable(Text),
    place: Count,
    rank: Count,
  }),
  absence: z.object({ id: Id, from_date: PlannedEvent.shape.date, to_date: PlannedEvent.shape.date }),
  event_request: z.object({
    asked_at: z.nullable(Moment),
    unreachable: z.nullable(z.enum(REACH_PROBLEMS)),
    place: z.nullable(Count),
  }),
  admin_act: z.object({ number: z.int().check(z.positive()), done_at: Moment, act: jsonOf(AdminAct) }),
};

/** A row has an invalid value. The message names table, row and column, but not the value, which may be personal. */
export class InvalidValueError extends Error {}

/**
 * Checks that the product could have written each value of a backup that is loaded into `database`. Foreign keys and unique
 * values are checked by the database itself.
 * @throws InvalidValueError for the first invalid row
 */
export async function requireValidValues(database: Queryable): Promise<void> {
  const rowCounts = new Map<string, number>(BACKUP_TABLES.map(({ name }) => [name, 0]));
  for await (const { table, columns, rows } of readPages(database)) {
    for (const row of rows) {
      const rowNumber = (rowCounts.get(table) ?? 0) + 1;
      rowCounts.set(table, rowNumber);
      const values = Object.fromEntries(columns.map((column, index) => [column, row[index]]));
      const parsed = ROW_SCHEMAS[table]?.safeParse(values);
      if (parsed === undefined || parsed.success) continue;
      const [column] = parsed.error.issues[0]?.path ?? [];
      throw new InvalidValueError(wrongValue(table, rowNumber, String(column)));
    }
  }
  if (rowCounts.get("planning_state") !== 1) throw new InvalidValueError(backupFault.planningState);
}
