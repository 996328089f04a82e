import type { AccountState, TeamRow } from "#contract/accounts/users.ts";
import { namesakesAmong } from "#domain/people/fold-text.ts";
import { comparePeople } from "#domain/people/people.ts";
import type { Actor } from "../api/operation-route.ts";
import { type StoredResponse, storedResponse } from "../api/stored-response.ts";
import { presentUser, readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { DefaultAdmin } from "../auth/default-admin.ts";
import { PASSWORD_PROVIDER } from "../auth/passwords/passwords.ts";
import type { Database, Queryable } from "../database/database.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import { readKnownGuardians } from "../planning/changes/read-rights.ts";

export interface ListedUser extends UserRecord {
  readonly account: AccountState;
  /** The mail server says that the address does not exist. */
  readonly isAddressRefused: boolean;
}

/** A row of the list, as `viewer` may see it. */
export function presentListed(
  user: ListedUser,
  viewer: Pick<UserRecord, "id" | "isAdmin">,
  guardianIds: readonly string[] = [],
): TeamRow {
  const row = presentUser(user, viewer);
  const isToldRefusal = user.isAddressRefused && row.email !== undefined;
  return {
    ...row,
    account: user.account,
    ...(isToldRefusal && { isAddressRefused: true }),
    ...(guardianIds.length > 0 && { guardianIds: [...guardianIds] }),
  };
}

/** Without a password, only a link that is still good lets somebody in. */
function invitedOr(invitation: StoredDate | null, now: Date): AccountState {
  return invitation !== null && readDate(invitation) > now ? "invited" : "none";
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
    const isActive = row.account_id !== null || user.isBuiltIn;
    const account = isActive ? "active" : invitedOr(row.invited_until, now);
    return { ...user, account, isAddressRefused: row.address_refused_at !== null };
  });
}

/** Far more than a team has; a thousand people of one name would be half a million pairs. */
const MOST_PAIRS = 500;

/** Everybody, as the one who asks may see them. */
export type TeamList = (actor: Actor) => Promise<StoredResponse<TeamRow[]>>;

/** Reads the team's list each time: no position says whether it has changed. */
export function createTeamList(
  database: Database,
  { hasRights }: Pick<DefaultAdmin, "hasRights">,
  clock: () => Date,
): TeamList {
  return async function listTeam(actor) {
    const users = await listUsers(database, clock());
    const guardians = await readKnownGuardians(database, actor);
    const namesakes = Map.groupBy(
      namesakesAmong(users, MOST_PAIRS).flatMap(([one, other]) => [
        [one.id, other.id] as const,
        [other.id, one.id] as const,
      ]),
      ([id]) => id,
    );
    const rows = users
      .map((user) => {
        const alike = namesakes.get(user.id);
        const row = presentListed({ ...user, isAdmin: hasRights(user) }, actor, guardians.get(user.id));
        return { ...row, ...(alike && { namesakes: alike.map(([, id]) => id) }) };
      })
      .toSorted(comparePeople);
    return storedResponse(rows);
  };
}
