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
import { KEPT_TABLES } from "./kept-tables.ts";
import { readPages } from "./table-rows.ts";

/**
 * Text that somebody typed. Only what the database can store is checked: today's rules may be stricter than those at
 * the time of the backup.
 */
const Text = z.string().check(z.refine(isStorable));
const Moment = z.iso.datetime({ offset: true });
const Truth = z.literal([0, 1]);
const Count = z.int().check(z.nonnegative());

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

/** An e-mail as it is stored. One that the schema would change, such as to lower case, is invalid. */
const KeptEmail = z.string().check(
  z.refine((email) => {
    const outcome = Email.safeParse(email);
    return outcome.success && outcome.data === email;
  }),
);
const Services = jsonOf(z.array(ServiceName));
const Hash = z.string().check(z.refine((text) => readPasswordHash(text) !== null));

/** The contract's schema of each event field, by column. */
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

/** The schema of each column of the backup's tables. Columns that are not listed take any value of their type. */
const MEANING: Readonly<Record<string, z.ZodMiniObject>> = {
  users: z.object({
    id: Id,
    email: z.nullable(KeptEmail),
    first_name: Text,
    last_name: Text,
    name: Text,
    positions: Services,
    is_admin: Truth,
    is_built_in: Truth,
    email_verified: Truth,
    address_refused_at: z.nullable(Moment),
    plays_at_most: z.nullable(Wish),
    takes_replies: Truth,
    created_at: Moment,
    updated_at: Moment,
  }),
  account: z.object({ user_id: Id, password: z.nullable(Hash), created_at: Moment, updated_at: Moment }),
  passkey: z.object({
    id: Id,
    user_id: Id,
    counter: Count,
    transports: jsonOf(z.array(z.string())),
    is_synced: Truth,
    created_at: Moment,
    last_used_at: z.nullable(Moment),
  }),
  service: z.object({
    id: Id,
    name: ServiceName,
    is_offered: Truth,
    place: Count,
    former_names: Services,
  }),
  planning_state: z.object({
    shared_at: z.nullable(Moment),
    publication_receipt: z.nullable(jsonOf(PublicationReceipt)),
    position: Count,
    reminders_default: Truth,
  }),
  planning_group: z.object({
    id: Id,
    name: Text,
    place: z.int(),
    combinable_pairs: z.nullable(jsonOf(RolePairs)),
    required_roles: z.nullable(jsonOf(RequiredRoles)),
    reminders_on: Truth,
    reminder_days: Reminders.shape.daysBefore,
    reminders_set_at: z.nullable(Moment),
    reply_address: z.nullable(KeptEmail),
    deleted_at: z.nullable(Moment),
  }),
  group_member: z.object({ joined_at: Moment, is_leader: Truth }),
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

/** A row with an invalid value. The message names table, row and column, but not the value. */
export class MeaningError extends Error {}

/**
 * Checks that the product could have written each value. The database itself checks references and uniqueness.
 * @throws MeaningError for the first invalid row
 */
export async function requireMeaning(database: Queryable): Promise<void> {
  const counts = new Map<string, number>(KEPT_TABLES.map(({ name }) => [name, 0]));
  for await (const { table, columns, rows } of readPages(database)) {
    for (const row of rows) {
      const number = (counts.get(table) ?? 0) + 1;
      counts.set(table, number);
      const values = Object.fromEntries(columns.map((column, index) => [column, row[index]]));
      const outcome = MEANING[table]?.safeParse(values);
      if (outcome === undefined || outcome.success) continue;
      const [column] = outcome.error.issues[0]?.path ?? [];
      throw new MeaningError(wrongValue(table, number, String(column)));
    }
  }
  if (counts.get("planning_state") !== 1) throw new MeaningError(backupFault.planningState);
}
