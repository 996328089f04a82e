import { randomUUID } from "node:crypto";
import type { NewPerson, PeopleAddition } from "#contract/accounts/people.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { fullName } from "#domain/people/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { Auth } from "../../auth/auth.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "../../planning/changes/read-actor.ts";
import { requireGroup } from "../../planning/groups/write-groups.ts";
import { addNewMembers } from "../../planning/groups/write-members.ts";
import type { SharedPlanning, Writing } from "../../planning/shared-planning.ts";
import { takingAddresses } from "./taking-addresses.ts";
import type { ListedUser } from "../listed-user.ts";

interface Addition extends PeopleAddition {
  readonly actorId: string;
}

function newUser({ firstName, lastName, email, positions }: NewPerson, now: Date): ListedUser {
  const account = email === undefined ? "none" : "invited";
  const rights = { isAdmin: false, isBuiltIn: false };
  const address = { email: email ?? null, isEmailConfirmed: false, isAddressRefused: false };
  return { id: randomUUID(), firstName, lastName, positions, createdAt: now, ...address, ...rights, account };
}

/** The actor may have lost the right since the call was authorised. @throws Refusal `request.forbidden` */
async function requireAdder(writing: Writing, actorId: string): Promise<void> {
  const actor = await readActor(writing, actorId);
  if (!may(roleOf(actor), "user.add")) throw new Refusal("request.forbidden");
}

/** @throws Refusal `account.email_taken` for each person whose address is in another row or twice in the list */
async function requireFreeAddresses(
  { kysely }: Writing,
  people: readonly NewPerson[],
  isReserved: (email: string) => boolean,
): Promise<void> {
  const emails = people.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return;
  const rows = await kysely.selectFrom("users").select("email").where("email", "in", emails).execute();
  const taken = new Set(rows.map(({ email }) => email));
  const fields: Record<string, ErrorCode> = {};
  for (const [index, { email }] of people.entries()) {
    if (email === undefined) continue;
    if (taken.has(email) || isReserved(email)) fields[`people.${index}.email`] = "account.email_taken";
    taken.add(email);
  }
  if (Object.keys(fields).length > 0) throw new Refusal("account.email_taken", { fields });
}

async function insertUsers({ kysely }: Writing, users: readonly ListedUser[]): Promise<void> {
  const rows = users.map((user) => ({
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    name: fullName(user),
    positions: JSON.stringify(user.positions),
    is_admin: user.isAdmin,
    created_at: user.createdAt,
    updated_at: user.createdAt,
    image: null,
  }));
  await kysely.insertInto("users").values(rows).execute();
}

/**
 * Adds people without an account to a group, all of them or none, and invites those with an address.
 * @throws Refusal for an unknown group, and for addresses that are taken
 */
export async function addPeople(
  planning: SharedPlanning,
  { personalInvitations, defaultAdmin }: Pick<Auth, "personalInvitations" | "defaultAdmin">,
  { groupId, people, actorId }: Addition,
): Promise<ListedUser[]> {
  const added = await takingAddresses(planning, async (writing) => {
    if (!writing.isShared) throw new Refusal("planning.not_shared");
    await requireAdder(writing, actorId);
    const group = await requireGroup(writing, groupId);
    await requireFreeAddresses(writing, people, defaultAdmin.isReserved);
    const users = people.map((person) => newUser(person, writing.now));
    await insertUsers(writing, users);
    await addNewMembers(
      writing,
      groupId,
      users.map(({ id }) => id),
    );
    const invitees = users.flatMap((user) =>
      user.email === null ? [] : [{ userId: user.id, name: fullName(user), address: user.email }],
    );
    await personalInvitations.offer(writing.kysely, invitees, writing.now);
    const act = { type: "people.added", group, count: users.length } as const;
    await recordAct(writing, { actorId, act, now: writing.now });
    return users;
  });
  personalInvitations.sendMails();
  return added;
}
