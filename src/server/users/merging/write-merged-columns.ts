import type { Kysely } from "kysely";
import type { Merging } from "#domain/line-up/repairing/replacement.ts";
import { ENTRUSTED_MAX, GUARDIANS_MAX } from "#domain/people/people.ts";
import type { Tables } from "../../database/schema.ts";
import { mergeMessageRows } from "../../notifications/outcomes/write-outcomes.ts";
import type { WriteTransaction } from "../../planning/shared-planning.ts";
import { requirePerson } from "../guardians/write-guardians.ts";
import {
  type Unite,
  uniteAbsences,
  uniteAnswers,
  uniteDifferences,
  uniteJobs,
  uniteLineUps,
  uniteMemberships,
  uniteNotifiedRoles,
  unitePreferences,
  unitePresentIds,
  uniteRequests,
} from "./write-united-rows.ts";

type GuardianRow = Tables["guardian"];

function isAbout(id: string, { entrusted_id: entrusted, guardian_id: guardian }: GuardianRow): boolean {
  return entrusted === id || guardian === id;
}

/**
 * Merges the guardians. The kept person gets the entrusted people of both rows, and the guardians of both rows if the kept
 * person has no account. If there are too many, those of the kept person come first. Nobody becomes their own guardian.
 */
const uniteGuardians: Unite = async (writing, { keptId, goneId }) => {
  const { kysely } = writing;
  const ids = [keptId, goneId];
  const rows = await kysely
    .selectFrom("guardian")
    .selectAll()
    .where((eb) => eb.or([eb("entrusted_id", "in", ids), eb("guardian_id", "in", ids)]))
    .orderBy("entrusted_id")
    .orderBy("guardian_id")
    .execute();
  const { hasAccount } = await requirePerson(writing, keptId);
  const keptFirst = rows.toSorted((a, b) => Number(isAbout(goneId, a)) - Number(isAbout(goneId, b)));
  /** Without duplicates: the key consists of both ids. */
  const united = new Map<string, GuardianRow>();
  for (const { entrusted_id: entrusted, guardian_id: guardian } of keptFirst) {
    const row = {
      entrusted_id: entrusted === goneId ? keptId : entrusted,
      guardian_id: guardian === goneId ? keptId : guardian,
    };
    united.set(`${row.entrusted_id} ${row.guardian_id}`, row);
  }
  const valid = [...united.values()].filter((row) => row.entrusted_id !== row.guardian_id);
  const guardians = valid.filter((row) => row.entrusted_id === keptId).slice(0, hasAccount ? 0 : GUARDIANS_MAX);
  const entrustedPeople = valid.filter((row) => row.guardian_id === keptId).slice(0, ENTRUSTED_MAX);
  // Deletes and inserts instead of updating: only these fire the triggers that make every process read the rights again.
  await kysely
    .deleteFrom("guardian")
    .where((eb) => eb.or([eb("entrusted_id", "in", ids), eb("guardian_id", "in", ids)]))
    .execute();
  const newRows = [...guardians, ...entrustedPeople];
  if (newRows.length > 0) await kysely.insertInto("guardian").values(newRows).execute();
};

/**
 * What a merge does with a column that contains the id of the removed person. `moves`: the column gets the id of the kept
 * person. `ends`: the row is deleted, by its foreign key to the removed person. `stays`: the former id stays, which the
 * table `former_person` maps to the kept person. A function handles all other cases.
 */
type MergeRule = "moves" | "ends" | "stays" | Unite;

/**
 * The rule for every column that contains ids of people, in the order in which they run. Add each new column of this kind:
 * `merged-columns.test.ts` compares this table with the schema.
 */
export const MERGED_COLUMNS: {
  readonly [Table in keyof Tables]?: { readonly [Column in keyof Tables[Table]]?: MergeRule };
} = {
  session: { user_id: "ends" },
  account: { user_id: "ends", account_id: "ends" },
  passkey: { user_id: "ends" },
  person_invitation: { user_id: "ends" },
  password_reset: { user_id: "ends" },
  address_confirmation: { user_id: "ends" },
  address_change: { user_id: "ends" },
  push_subscription: { user_id: "ends" },
  calendar_feed: { user_id: "moves" },
  former_person: { former_id: "stays", user_id: "moves" },
  planning_group: { deleted_by: "moves" },
  planning_event: { deleted_by: "moves", line_up: uniteLineUps },
  group_member: { user_id: uniteMemberships },
  guardian: { entrusted_id: uniteGuardians, guardian_id: uniteGuardians },
  availability: { said_by: "moves", user_id: uniteAnswers },
  absence: { user_id: uniteAbsences },
  notification_wish: { user_id: unitePreferences },
  event_request: { asked_by: "moves", replaces: "moves", user_id: uniteRequests },
  asking_order: { asked_by: "moves" },
  told_place: { user_id: uniteNotifiedRoles },
  event_news: { present_ids: unitePresentIds },
  // Before `job`, whose rule writes outcomes into rows of `message`.
  message: { user_id: mergeMessageRows },
  job: { subject: uniteJobs, payload: uniteJobs },
  // `logRemovedPerson` replaces the changes with the removed person's name.
  planning_change: { user_id: "stays", change: "stays" },
  admin_act: { actor_id: "stays", person_id: "stays", act: "stays" },
  users: { id: "ends", different_from: uniteDifferences },
};

/** Runs all rules but `ends`. The caller then deletes the row of the removed person, and thereby the rows that end. */
export async function mergeColumns(writing: WriteTransaction, merging: Merging): Promise<void> {
  /** The functions that ran: some are the rule of two columns. */
  const done = new Set<MergeRule>();
  // Untyped names: the loop is for any table and column.
  const kysely = writing.kysely as unknown as Kysely<Record<string, Record<string, string | null>>>;
  for (const [table, columns] of Object.entries(MERGED_COLUMNS)) {
    for (const [column, rule] of Object.entries<MergeRule>(columns)) {
      if (rule === "moves") {
        const set = { [column]: merging.keptId };
        await kysely.updateTable(table).set(set).where(column, "=", merging.goneId).execute();
      }
      if (typeof rule !== "function" || done.has(rule)) continue;
      done.add(rule);
      await rule(writing, merging);
    }
  }
}
