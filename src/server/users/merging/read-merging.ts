import { sql } from "kysely";
import type { Merging } from "#domain/line-up/repairing/replacement.ts";
import type { MergePreview } from "#contract/accounts/users.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import { hasAccount } from "../../auth/passwords/read-password.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import { readBoolean, readDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";

/** A pair to merge, and who asks for it. */
export interface Pair {
  readonly userId: string;
  readonly otherId: string;
  readonly actorId: string;
}

/** The two, the one who is kept first. */
export interface MergedPair {
  readonly kept: UserRecord & { readonly playsAtMost: number | null };
  readonly gone: MergedPair["kept"];
}

/**
 * Reads two people, and locks their rows until the transaction ends. The one is kept who signed in last, and so whoever
 * asks for it; then who has an account, a link to one, an address; else the first.
 * @throws Refusal `user.not_found`, and `request.invalid` for one and the same
 */
export async function readPair({ kysely, engine }: Queryable, { userId, otherId, actorId }: Pair): Promise<MergedPair> {
  if (userId === otherId) throw new Refusal("request.invalid", { fields: { with: "request.invalid" } });
  const ids = [userId, otherId];
  await lockRows(engine, kysely.selectFrom("users").select("id").where("id", "in", ids).orderBy("id")).execute();
  const rows = await kysely
    .selectFrom("users")
    .leftJoin("person_invitation", "person_invitation.user_id", "users.id")
    .select([...USER_COLUMNS, "plays_at_most", "signed_in_at", "nonce"])
    .select((eb) => [
      hasAccount(eb).as("has_account"),
      // For accounts that signed in before this was recorded.
      eb
        .selectFrom("session")
        .select(({ fn }) => fn.max("session.created_at").as("latest"))
        .whereRef("session.user_id", "=", "users.id")
        .as("latest_session"),
    ])
    .where("users.id", "in", ids)
    .execute();
  const ranked = rows
    .map((row) => ({
      person: { ...readUser(row), playsAtMost: row.plays_at_most },
      rank: [
        Number(row.id === actorId),
        Number(readBoolean(row.has_account) || readBoolean(row.is_built_in)),
        readDate(row.signed_in_at ?? row.latest_session ?? new Date(0)).getTime(),
        Number(row.nonce !== null),
        Number(row.email !== null),
        Number(row.id === userId),
      ],
    }))
    .toSorted((a, b) => compareRanks(b.rank, a.rank));
  const [first, second] = ranked;
  if (first === undefined || second === undefined) throw new Refusal("user.not_found");
  return { kept: first.person, gone: second.person };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}

/** What a merge would do, as far as the list of people does not say it. */
export async function previewMerge(queryable: Queryable, pair: Pair): Promise<MergePreview> {
  const { kept, gone } = await readPair(queryable, pair);
  const { keptId, goneId }: Merging = { keptId: kept.id, goneId: gone.id };
  const count = sql<number | string>`count(*)`.as("count");
  const { kysely } = queryable;
  const answers = await kysely
    .selectFrom("availability")
    .select(count)
    .where("user_id", "=", goneId)
    .executeTakeFirst();
  const both = await kysely
    .selectFrom("availability as gone")
    .innerJoin("availability as kept", "kept.event_id", "gone.event_id")
    .select(count)
    .where("gone.user_id", "=", goneId)
    .where("kept.user_id", "=", keptId)
    .whereRef("kept.status", "is distinct from", "gone.status")
    .executeTakeFirst();
  return { keptId, answers: Number(answers?.count ?? 0), conflicts: Number(both?.count ?? 0) };
}
