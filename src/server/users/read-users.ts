import type { AccountState, TeamRow } from "#contract/accounts/users.ts";
import { namesakesAmong } from "#domain/people/fold-text.ts";
import { comparePeople } from "#domain/people/people.ts";
import type { Actor } from "../api/operation-route.ts";
import { type StoredResponse, storedResponse } from "../api/stored-response.ts";
import { presentUser, readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { DefaultAdmin } from "../auth/default-admin.ts";
import { PASSWORD_PROVIDER } from "../auth/passwords/passwords.ts";
import type { Database, Queryable } from "../database/database.ts";
import { readDate } from "../database/schema.ts";
import { readKnownGuardians } from "../planning/changes/read-rights.ts";

/** A user with the columns that only the list of people shows. */
export interface ListedUser extends UserRecord {
  readonly account: AccountState;
  /** Whether the mail server said that the address does not exist. */
  readonly isAddressRefused: boolean;
}

/** A row of the list of people, with what `viewer` may see: members do not see the addresses of others. */
export function presentListed(
  user: ListedUser,
  viewer: Pick<UserRecord, "id" | "isAdmin">,
  guardianIds: readonly string[] = [],
): TeamRow {
  const row = presentUser(user, viewer);
  const isRefusalShown = user.isAddressRefused && row.email !== undefined;
  return {
    ...row,
    account: user.account,
    ...(isRefusalShown && { isAddressRefused: true }),
    ...(guardianIds.length > 0 && { guardianIds: [...guardianIds] }),
  };
}

export async function listUsers({ kysely }: Queryable, now: Date): Promise<ListedUser[]> {
  const rows = await kysely
    .selectFrom("users")
    .leftJoin("account", (join) =>
      join.onRef("account.user_id", "=", "users.id").on("account.provider_id", "=", PASSWORD_PROVIDER),
    )
    .leftJoin("person_invitation", "person_invitation.user_id", "users.id")
    .select([
      ...USER_COLUMNS,
      "account.id as account_id",
      "person_invitation.expires_at as invited_until",
      "address_refused_at",
    ])
    .execute();
  return rows.map((row) => {
    const user = readUser(row);
    const isInvited = row.invited_until !== null && readDate(row.invited_until) > now;
    let account: AccountState = isInvited ? "invited" : "none";
    if (row.account_id !== null || user.isBuiltIn) account = "active";
    return { ...user, account, isAddressRefused: row.address_refused_at !== null };
  });
}

/** Far above what a team has. Without a limit, a thousand people with the same name would be half a million pairs. */
const NAMESAKE_PAIRS_MAX = 500;

/** The list of all people in the team, with what `actor` may see. */
export type TeamList = (actor: Actor) => Promise<StoredResponse<TeamRow[]>>;

/** Not cached: rows of people also change without an entry in the change log, so nothing would invalidate a cache. */
export function createTeamList(
  database: Database,
  { hasRights }: Pick<DefaultAdmin, "hasRights">,
  clock: () => Date,
): TeamList {
  return async function listTeam(actor) {
    const users = await listUsers(database, clock());
    const guardians = await readKnownGuardians(database, actor);
    // People with the same name, whom an admin may want to merge. Both people of a pair get the other's id.
    const pairs = namesakesAmong(users, NAMESAKE_PAIRS_MAX).flatMap(([one, other]) => [
      { id: one.id, namesakeId: other.id },
      { id: other.id, namesakeId: one.id },
    ]);
    const pairsById = Map.groupBy(pairs, ({ id }) => id);
    const rows = users
      .map((user) => {
        const namesakes = pairsById.get(user.id)?.map(({ namesakeId }) => namesakeId);
        const row = presentListed({ ...user, isAdmin: hasRights(user) }, actor, guardians.get(user.id));
        return { ...row, ...(namesakes && { namesakes }) };
      })
      .toSorted(comparePeople);
    return storedResponse(rows);
  };
}
