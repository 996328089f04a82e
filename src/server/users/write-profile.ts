import type { ProfileUpdate } from "#contract/own-account.ts";
import { fullName } from "#domain/people/people.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../api/user-record.ts";
import type { PersonWrite } from "../auth/accounts/sign-up.ts";
import { Refusal } from "../errors.ts";
import { findPerson } from "../planning/changes/read-rights.ts";
import { logChangedPerson } from "../planning/changes/write-person-changes.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { resolveServices } from "../services/read-services.ts";
import { endGuardiansOf } from "./guardians/write-guardians.ts";

/** For the sign-up: runs it in a write transaction of the planning, and updates there a person whom an admin had added. */
export function createPersonWrite(planning: SharedPlanning): PersonWrite {
  return (work) =>
    planning.write((writing) =>
      work(writing.kysely, async (person) => {
        await endGuardiansOf(writing, person.id);
        await logChangedPerson(writing, person);
      }),
    );
}

/**
 * Updates a profile, and the user's name and services in their answers to coming events.
 * @throws Refusal `account.deleted` if an admin has just deleted the user
 */
export function updateProfile(
  planning: SharedPlanning,
  id: string,
  { firstName, lastName, positions }: ProfileUpdate,
): Promise<UserRecord> {
  return planning.write(async (writing) => {
    const alsoAccepted = (await findPerson(writing, id))?.positions ?? [];
    const services = await resolveServices(writing, positions, { field: "positions", alsoAccepted });
    const row = await writing.kysely
      .updateTable("users")
      .set({
        first_name: firstName,
        last_name: lastName,
        name: fullName({ firstName, lastName }),
        positions: JSON.stringify(services),
        updated_at: writing.now,
      })
      .where("id", "=", id)
      .returning(USER_COLUMNS)
      .executeTakeFirst();
    if (row === undefined) throw new Refusal("account.deleted");
    const user = readUser(row);
    await logChangedPerson(writing, user);
    return user;
  });
}
