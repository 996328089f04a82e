import * as z from "zod/mini";

const PAGE_DEFAULT = 20;
const PAGE_MAX = 100;

/** What an act was about keeps the name that it had then; people have none here, only their id. */
const Group = z.object({ id: z.string(), name: z.string() });
const Event = z.object({ id: z.string(), name: z.string(), date: z.string() });

function actOf<Type extends string, Shape extends z.core.$ZodShape>(type: Type, shape: Shape) {
  return z.object({ type: z.literal(type), ...shape });
}

/** What somebody did with an admin's rights, or whoever has the server on its command line. */
export const AdminAct = z.union([
  actOf("user.promoted", { userId: z.string() }),
  actOf("user.demoted", { userId: z.string() }),
  actOf("user.deleted", { userId: z.string() }),
  actOf("invitation.renewed", {}),
  /** A one-time link by which an admin's account is created. */
  actOf("admin_link.made", {}),
  actOf("admin_link.used", {}),
  /** `madeAt`: of the backup, ISO 8601. */
  actOf("backup.restored", { madeAt: z.string() }),
  actOf("planning.shared", { groups: z.int(), events: z.int() }),
  /** Another device's planning came into the shared one. */
  actOf("planning.extended", { groups: z.int(), events: z.int() }),
  actOf("group.created", { group: Group }),
  actOf("group.renamed", { group: Group, formerName: z.string() }),
  actOf("group.deleted", { group: Group }),
  actOf("group.restored", { group: Group }),
  actOf("group.pairs_set", { group: Group }),
  actOf("group.member_removed", { group: Group, userId: z.string() }),
  actOf("event.created", { event: Event }),
  actOf("event.deleted", { event: Event }),
  actOf("event.restored", { event: Event }),
]);

/** `name` is `null` when they have been deleted since. */
const NamedPerson = z.object({ id: z.string(), name: z.nullable(z.string()) });

/** One line of the journal. */
export const JournalEntry = z.object({
  /** 1, 2, 3…, in the order in which the acts were done. */
  number: z.int(),
  /** ISO 8601. */
  doneAt: z.string(),
  /** `null`: the command line of the server. */
  actor: z.nullable(NamedPerson),
  /** Whom it was done to, where it was somebody. */
  person: z.nullable(NamedPerson),
  act: AdminAct,
});

export const JournalEntries = z.array(JournalEntry);

/** A page of it, newest first: the entries before number `before`, or the newest. */
export const JournalWindow = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  limit: z.prefault(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)), PAGE_DEFAULT),
});

export type AdminAct = z.infer<typeof AdminAct>;
export type JournalEntry = z.infer<typeof JournalEntry>;
export type JournalWindow = z.infer<typeof JournalWindow>;
