import { type InferResult, sql } from "kysely";
import { AdminAct, type JournalEntry, type JournalWindow } from "#contract/journal.ts";
import type { Queryable } from "../database/database.ts";
import { readDate } from "../database/schema.ts";

/** The current id of a person whom the journal records: after a merge, the id of the row that stayed. */
function currentId(mergedInto: string, recorded: string) {
  return sql<string>`coalesce(${sql.ref(mergedInto)}, ${sql.ref(recorded)})`;
}

/** Journal lines with people's current names, newest first. */
function selectLines({ kysely }: Queryable) {
  return kysely
    .selectFrom("admin_act")
    .leftJoin("former_person as former_actor", "former_actor.former_id", "actor_id")
    .leftJoin("former_person as former", "former.former_id", "person_id")
    .leftJoin("users as actor", (join) => join.on("actor.id", "=", currentId("former_actor.user_id", "actor_id")))
    .leftJoin("users as person", (join) => join.on("person.id", "=", currentId("former.user_id", "person_id")))
    .select(["number", "done_at", "act", "actor_id", "person_id", "actor.name as actor_name"])
    .select("person.name as person_name")
    .orderBy("number", "desc");
}

type Line = InferResult<ReturnType<typeof selectLines>>[number];

/** The lines as the API sends them. Adds the current names of guardians, of whom acts contain only the id. */
async function presentLines(queryable: Queryable, lines: readonly Line[]): Promise<JournalEntry[]> {
  const entries = lines.map(presentLine);
  const ids = entries.flatMap(({ act }) => ("guardianId" in act ? [act.guardianId] : []));
  if (ids.length === 0) return entries;
  const rows = await queryable.kysely.selectFrom("users").select(["id", "name"]).where("id", "in", ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return entries.map((entry) => {
    if (!("guardianId" in entry.act)) return entry;
    const { guardianId: id } = entry.act;
    return { ...entry, guardian: { id, name: names.get(id) ?? null } };
  });
}

function presentLine(line: Line): JournalEntry {
  return {
    number: line.number,
    doneAt: readDate(line.done_at).toISOString(),
    actor: line.actor_id === null ? null : { id: line.actor_id, name: line.actor_name },
    person: line.person_id === null ? null : { id: line.person_id, name: line.person_name },
    act: AdminAct.parse(JSON.parse(line.act)),
  };
}

/** One page of the journal, newest first: the lines before the number `before`, or the latest ones. */
export async function readJournal(queryable: Queryable, { before, limit }: JournalWindow): Promise<JournalEntry[]> {
  const lines = await selectLines(queryable)
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .limit(limit)
    .execute();
  return presentLines(queryable, lines);
}

/** All lines with this user as actor, as affected person or as guardian. */
export async function readJournalOf(queryable: Queryable, userId: string): Promise<JournalEntry[]> {
  const lines = await selectLines(queryable)
    .where((eb) =>
      eb.or([eb("actor.id", "=", userId), eb("person.id", "=", userId), eb("act", "like", `%"${userId}"%`)]),
    )
    .execute();
  return presentLines(queryable, lines);
}
