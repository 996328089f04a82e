import { ENTRUSTED_MAX, GUARDIANS_MAX } from "#domain/people/people.ts";
import { requirePerson } from "../guardians/write-guardians.ts";
import type { Unite } from "./write-united-rows.ts";

interface GuardianRow {
  readonly entrusted_id: string;
  readonly guardian_id: string;
}

function names({ entrusted_id: entrusted, guardian_id: guardian }: GuardianRow, id: string): boolean {
  return entrusted === id || guardian === id;
}

/**
 * Who answered for one of both answers for who is kept, unless they have an account; and they answer for whoever was
 * entrusted to one of both: as far as anybody may, and never for themself. Those of who is kept come first.
 */
export const uniteGuardians: Unite = async (writing, { keptId, goneId }) => {
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
  const ranked = rows.toSorted((a, b) => Number(names(a, goneId)) - Number(names(b, goneId)));
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
  // Triggers tell every process of rows that are added and deleted.
  await kysely
    .deleteFrom("guardian")
    .where((eb) => eb.or([eb("entrusted_id", "in", ids), eb("guardian_id", "in", ids)]))
    .execute();
  const left = [...ofKept, ...entrusted];
  if (left.length > 0) await kysely.insertInto("guardian").values(left).execute();
};
