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
  unitePresentIds,
  uniteRequests,
  uniteToldPlaces,
  uniteWishes,
} from "./write-united-rows.ts";

interface GuardianRow {
  readonly entrusted_id: string;
  readonly guardian_id: string;
}

function isAbout({ entrusted_id: entrusted, guardian_id: guardian }: GuardianRow, id: string): boolean {
  return entrusted === id || guardian === id;
}

/**
 * The kept person gets the entrusted people of both, and the guardians of both unless they have an account. If there are
 * too many, those of the kept person stay. Nobody becomes their own guardian.
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
  const ranked = rows.toSorted((a, b) => Number(isAbout(a, goneId)) - Number(isAbout(b, goneId)));
  const united = new Map<string, GuardianRow>();
  for (const { entrusted_id: entrusted, guardian_id: guardian } of ranked) {
    const row = {
      entrusted_id: entrusted === goneId ? keptId : entrusted,
      guardian_id: guardian === goneId ? keptId : guardian,
    };
    united.set(`${row.entrusted_id} ${row.guardian_id}`, row);
  }

  const others = [...united.values()].filter((row) => row.entrusted_id !== row.guardian_id);
  const ofKept = others.filter((row) => row.entrusted_id === keptId).slice(0, hasAccount ? 0 : GUARDIANS_MAX);
  const entrusted = others.filter((row) => row.guardian_id === keptId).slice(0, ENTRUSTED_MAX);
  // Rows are deleted and added, not updated: triggers notify every process of both.
  await kysely
    .deleteFrom("guardian")
    .where((eb) => eb.or([eb("entrusted_id", "in", ids), eb("guardian_id", "in", ids)]))
    .execute();
  const left = [...ofKept, ...entrusted];
  if (left.length > 0) await kysely.insertInto("guardian").values(left).execute();
};

/**
 * What happens to a column with the id of the removed person. `moves`: it gets the id of the kept person. `ends`: its row
 * is deleted with that of the removed person. `stays`: it keeps the id, which `former_person` leads to the kept person.
 * A function handles other cases.
 */
type Fate = "moves" | "ends" | "stays" | Unite;

/**
 * Every column that names a person, in the order in which they are handled. A table with a new one needs its entry here:
 * `merged-columns.test.ts` compares them with the schema.
 */
export const MERGED_COLUMNS: {
  readonly [Table in keyof Tables]?: { readonly [Column in keyof Tables[Table]]?: Fate };
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
  notification_wish: { user_id: uniteWishes },
  event_request: { asked_by: "moves", replaces: "moves", user_id: uniteRequests },
  asking_order: { asked_by: "moves" },
  told_place: { user_id: uniteToldPlaces },
  event_news: { present_ids: unitePresentIds },
  // Before `job`, because jobs fill in its rows.
  message: { user_id: mergeMessageRows },
  job: { subject: uniteJobs, payload: uniteJobs },
  // `logRemovedPerson` replaces entries with the removed person's name. After the others, pages reload everything.
  planning_change: { user_id: "stays", change: "stays" },
  admin_act: { actor_id: "stays", person_id: "stays", act: "stays" },
  users: { id: "ends", different_from: uniteDifferences },
};

/** Handles all columns but those that end: the caller deletes the row of the removed person, and these rows with it. */
export async function mergeColumns(writing: WriteTransaction, merging: Merging): Promise<void> {
  const done = new Set<Fate>();
  // Typed for any table and column.
  const kysely = writing.kysely as unknown as Kysely<Record<string, Record<string, string | null>>>;
  for (const [table, columns] of Object.entries(MERGED_COLUMNS)) {
    for (const [column, fate] of Object.entries<Fate>(columns)) {
      if (fate === "moves") {
        const set = { [column]: merging.keptId };
        await kysely.updateTable(table).set(set).where(column, "=", merging.goneId).execute();
      }
      if (typeof fate !== "function" || done.has(fate)) continue;
      done.add(fate);
      await fate(writing, merging);
    }
  }
}
