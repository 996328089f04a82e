import type { UserRow } from "#contract/accounts/users.ts";
import { may } from "#domain/permissions.ts";
import { comparePeople } from "#domain/people/people.ts";
import type { Actor } from "../api/actor.ts";
import { createAnswerMemory } from "../api/answers/answer-memory.ts";
import { StoredAnswer } from "../api/answers/stored-answer.ts";
import type { DefaultAdmin } from "../auth/default-admin.ts";
import type { Database } from "../database/database.ts";
import { listUsers } from "./read-users.ts";
import { presentListed } from "./listed-user.ts";

/** Everybody, as the one who asks may see them. */
export type TeamList = (actor: Actor) => Promise<StoredAnswer<UserRow[]>>;

const MAX_BYTES = 1024 * 1024;

/**
 * Reads the team's list each time: no position says whether it has changed. What is kept of it is only its compressed
 * form, for as long as the list is the same, letter by letter.
 */
export function createTeamList(
  database: Database,
  { hasRights }: Pick<DefaultAdmin, "hasRights">,
  clock: () => Date,
): TeamList {
  const kept = createAnswerMemory<StoredAnswer<UserRow[]>>(MAX_BYTES);

  return async function listTeam(actor) {
    const users = await listUsers(database, clock());
    const rows = users
      .map((user) => presentListed({ ...user, isAdmin: hasRights(user) }, actor))
      .toSorted(comparePeople);
    const json = JSON.stringify(rows);
    // Admins see the same list; everybody else sees their own e-mail address in it.
    const reader = may(actor, "user.see_email") ? "admin" : actor.id;
    const known = kept.get(reader);
    if (known?.json === json) return known;
    const answer = new StoredAnswer<UserRow[]>(json);
    kept.set(reader, answer);
    return answer;
  };
}
