import { may } from "#domain/permissions.ts";
import type { EntitledUser } from "../../api/actor.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Queryable } from "../../database/database.ts";

/** By the id of each entrusted person, the ids of those who answer for them, in one order. */
export type Guardians = ReadonlyMap<string, readonly string[]>;

function byEntrusted(rows: readonly { readonly entrusted_id: string; readonly guardian_id: string }[]): Guardians {
  const grouped = Map.groupBy(rows, ({ entrusted_id: id }) => id);
  return new Map([...grouped].map(([id, own]) => [id, own.map((row) => row.guardian_id)]));
}

function selectGuardians({ kysely }: Queryable) {
  return kysely.selectFrom("guardian").select(["entrusted_id", "guardian_id"]).orderBy("guardian_id");
}

/** Who answers for these people. */
export async function readGuardiansOf(queryable: Queryable, userIds: readonly string[]): Promise<Guardians> {
  if (userIds.length === 0) return new Map();
  return byEntrusted(await selectGuardians(queryable).where("entrusted_id", "in", userIds).execute());
}

/** Who answers for whom, as far as this user may know: admins all, leaders about members of their groups, guardians theirs. */
export async function readKnownGuardians(queryable: Queryable, viewer: EntitledUser): Promise<Guardians> {
  const { id, ledGroupIds, entrustedIds = [] } = viewer;
  const query = selectGuardians(queryable);
  if (may(viewer, "user.entrust", null)) return byEntrusted(await query.execute());
  if (ledGroupIds.length === 0 && entrustedIds.length === 0) return new Map();
  const rows = await query
    .where((eb) =>
      eb.or([
        eb("entrusted_id", "in", eb.selectFrom("guardian").select("entrusted_id").where("guardian_id", "=", id)),
        eb(
          "entrusted_id",
          "in",
          eb
            .selectFrom("group_member")
            .select("user_id")
            .where("group_id", "in", ["", ...ledGroupIds]),
        ),
      ]),
    )
    .execute();
  return byEntrusted(rows);
}

/** The people for whom this person answers. */
export async function readEntrusted({ kysely }: Queryable, guardianId: string): Promise<UserRecord[]> {
  const rows = await kysely
    .selectFrom("users")
    .innerJoin("guardian", "guardian.entrusted_id", "users.id")
    .select(USER_COLUMNS)
    .where("guardian_id", "=", guardianId)
    .orderBy("users.first_name")
    .orderBy("users.id")
    .execute();
  return rows.map(readUser);
}
