import * as z from "zod/mini";
import type { Operation } from "./operation.ts";
import { API } from "./paths.ts";

const PAGE_DEFAULT = 20;
const PAGE_MAX = 100;

/** Groups and events keep the name that they had at the time. People are stored by id only. */
const Group = z.object({ id: z.string(), name: z.string() });
const Event = z.object({ id: z.string(), name: z.string(), date: z.string() });

function actOf<Type extends string, Shape extends z.core.$ZodShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}

/** An action by an admin, by a leader in their group, or by the operator on the server's command line. */
export const AdminAct = z.union([
  actOf("user.promoted", { userId: z.string() }),
  actOf("user.demoted", { userId: z.string() }),
  actOf("user.deleted", { userId: z.string() }),
  /** Two rows of one person became one, with the id `userId`. */
  actOf("user.merged", { userId: z.string(), formerId: z.string() }),
  /** Two people of the same name are different people. */
  actOf("user.told_apart", { userId: z.string(), otherId: z.string() }),
  /** A one-time link for setting a new password. */
  actOf("user.reset_link_made", { userId: z.string() }),
  /** A link that changes a person's address was mailed to the new one. */
  actOf("user.address_change_asked", { userId: z.string() }),
  /** People were brought into a group, with an invitation each or without an account. */
  actOf("people.added", { group: Group, count: z.int() }),
  /** People without an account got what they lacked: an address, services. */
  actOf("people.completed", { count: z.int() }),
  /** A one-time link for creating a person's account. */
  actOf("user.invited", { userId: z.string() }),
  /** A person without an account was entrusted to somebody, or is no longer. */
  actOf("user.entrusted", { userId: z.string(), guardianId: z.string() }),
  actOf("user.entrusting_ended", { userId: z.string(), guardianId: z.string() }),
  actOf("invitation.renewed", {}),
  /** A one-time link for creating an admin account. */
  actOf("admin_link.made", {}),
  actOf("admin_link.used", {}),
  /** `madeAt`: when the backup was made, ISO 8601. */
  actOf("backup.restored", { madeAt: z.string() }),
  actOf("service.added", { service: z.string() }),
  actOf("service.renamed", { service: z.string(), formerName: z.string() }),
  actOf("service.hidden", { service: z.string() }),
  actOf("service.offered", { service: z.string() }),
  actOf("service.deleted", { service: z.string() }),
  actOf("planning.shared", { groups: z.int(), events: z.int() }),
  /** Another device's planning was added to the shared one. */
  actOf("planning.extended", { groups: z.int(), events: z.int() }),
  actOf("group.created", { group: Group }),
  actOf("group.renamed", { group: Group, formerName: z.string() }),
  actOf("group.deleted", { group: Group }),
  actOf("group.restored", { group: Group }),
  actOf("group.pairs_set", { group: Group }),
  actOf("group.required_roles_set", { group: Group }),
  /** Reminders for people who have not answered. */
  actOf("group.reminders_set", { group: Group, isOn: z.boolean(), daysBefore: z.int() }),
  /** Where replies to the group's messages go was set or removed. */
  actOf("group.reply_address_set", { group: Group }),
  actOf("group.member_added", { group: Group, userId: z.string() }),
  actOf("group.member_removed", { group: Group, userId: z.string() }),
  actOf("group.leader_named", { group: Group, userId: z.string() }),
  actOf("group.leader_removed", { group: Group, userId: z.string() }),
  actOf("event.created", { event: Event }),
  actOf("event.edited", { event: Event }),
  actOf("event.deleted", { event: Event }),
  /** `event` is the first event that the change concerns, `events` their number. */
  actOf("series.created", { event: Event, events: z.int() }),
  actOf("series.edited", { event: Event, events: z.int() }),
  actOf("series.deleted", { event: Event, events: z.int() }),
  actOf("series.restored", { event: Event, events: z.int() }),
  /** An answer in the name of somebody else; `null`: withdrawn. */
  actOf("answer.given", { event: Event, userId: z.string(), answer: z.nullable(z.enum(["present", "absent"])) }),
  actOf("event.restored", { event: Event }),
  actOf("line_up.kept", { event: Event }),
  actOf("line_up.dropped", { event: Event }),
  actOf("programme.set", { event: Event }),
  /** The programme was sent to the people present. */
  actOf("programme.told", { event: Event }),
  /** A person was asked to come. */
  actOf("person.asked", { event: Event, userId: z.string() }),
  /** Several people were asked: one after the other, each with `hours` to answer, or all at once (`null`). */
  actOf("people.asked", { event: Event, count: z.int(), hours: z.nullable(z.int()) }),
  actOf("asking.stopped", { event: Event }),
]);

/** `name` is `null` if the person was deleted since. */
const NamedPerson = z.object({ id: z.string(), name: z.nullable(z.string()) });

/** One line of the journal. */
export const JournalEntry = z.object({
  /** 1, 2, 3…, in the order of the acts. */
  number: z.int(),
  /** ISO 8601. */
  doneAt: z.string(),
  /** `null`: the command line of the server. */
  actor: z.nullable(NamedPerson),
  /** The affected person, if any. */
  person: z.nullable(NamedPerson),
  /** The guardian that the act names, if any. */
  guardian: z.exactOptional(NamedPerson),
  act: AdminAct,
});

export const JournalEntries = z.array(JournalEntry);

/** A page of the journal, newest first: the entries before number `before`, or the newest. */
export const JournalWindow = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  limit: z.prefault(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)), PAGE_DEFAULT),
});

export type AdminAct = z.infer<typeof AdminAct>;
export type JournalEntry = z.infer<typeof JournalEntry>;
export type JournalWindow = z.infer<typeof JournalWindow>;

export const JOURNAL_OPERATIONS = {
  readJournal: {
    method: "GET",
    path: API.journal,
    access: "journal.read",
    summary: "What was done with an admin's rights, newest first; a page before the entry of a number",
    query: JournalWindow,
    response: JournalEntries,
  },
} as const satisfies Readonly<Record<string, Operation>>;
