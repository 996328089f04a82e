import type { TeamRow } from "#contract/accounts/users.ts";
import { namesakesAmong } from "#domain/people/fold-text.ts";
import { comparePeople } from "#domain/people/people.ts";
import type { Actor } from "../api/actor.ts";
import { type StoredAnswer, storedAnswer } from "../api/answers/stored-answer.ts";
import type { DefaultAdmin } from "../auth/default-admin.ts";
import type { Database } from "../database/database.ts";
import { readKnownGuardians } from "../planning/changes/read-guardians.ts";
import { listUsers } from "./read-users.ts";
import { presentListed } from "./listed-user.ts";

/** Far more than a team has; a thousand people of one name would be half a million pairs. */
const MOST_PAIRS = 500;

/** Everybody, as the one who asks may see them. */
export type TeamList = (actor: Actor) => Promise<StoredAnswer<TeamRow[]>>;

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
    return storedAnswer(rows);
  };
}
