import { randomUUID } from "node:crypto";
import type { NewPerson, PeopleAddition } from "#contract/accounts/people.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { AdminAct } from "#contract/journal.ts";
import { fullName } from "#domain/people/people.ts";
import { may } from "#domain/permissions.ts";
import type { Auth } from "../../auth/auth.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { findPerson, readActor, requireRight } from "../../planning/changes/read-rights.ts";
import { logChangedPerson } from "../../planning/changes/write-person-changes.ts";
import { addNewMembers, joinGroup, requireGroup } from "../../planning/groups/write-groups.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";
import { checkServices } from "../../services/read-services.ts";
import { insertGuardian } from "../guardians/write-guardians.ts";
import { type ListedUser, listUsers } from "../read-users.ts";
import { lockInvitee, setAddress, takingAddresses } from "./write-invitation.ts";

interface Addition extends PeopleAddition {
  readonly actorId: string;
}

interface Invitee {
  readonly userId: string;
  readonly name: string;
  readonly address: string;
}

/**
 * The actor may have lost the right since the call was authorised. The owner of a person's address can open that person's
 * account, so leaders may give addresses only to members of the group.
 * @throws Refusal `request.forbidden`
 */
async function requireAdder(writing: WriteTransaction, { actorId, groupId, people }: Addition): Promise<void> {
  const actor = await readActor(writing, actorId);
  await requireRight(writing, actor, "user.add", { groupId });
  const completed = people.flatMap(({ id }) => id ?? []);
  if (may(actor, "user.invite") || completed.length === 0) return;
  const rows = await writing.kysely
    .selectFrom("group_member")
    .select("user_id")
    .where("group_id", "=", groupId)
    .where("user_id", "in", completed)
    .execute();
  if (rows.length < new Set(completed).size) throw new Refusal("request.forbidden");
}

/** @throws Refusal `account.email_taken` for each new person whose address belongs to somebody, or is twice in the list */
async function requireFreeAddresses(
  { kysely, now }: WriteTransaction,
  people: readonly NewPerson[],
  isReserved: (email: string) => boolean,
): Promise<void> {
  const emails = people.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return;
  const rows = await kysely.selectFrom("users").select("email").where("email", "in", emails).execute();
  const former = await kysely
    .selectFrom("address_change")
    .select("email")
    .where("email", "in", emails)
    .where("is_return", "=", true)
    .where("expires_at", ">", now)
    .execute();
  const taken = new Set([...rows, ...former].map(({ email }) => email));
  const fields: Record<string, ErrorCode> = {};
  for (const [index, { id, email }] of people.entries()) {
    // People who existed before have got their address already.
    if (id !== undefined || email === undefined) continue;
    if (taken.has(email) || isReserved(email)) fields[`people.${index}.email`] = "account.email_taken";
    taken.add(email);
  }
  if (Object.keys(fields).length > 0) throw new Refusal("account.email_taken", { fields });
}

async function insertUsers({ kysely, now }: WriteTransaction, users: readonly IdentifiedPerson[]): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map((user) => ({
    id: user.id,
    email: user.email ?? null,
    first_name: user.firstName,
    last_name: user.lastName,
    name: fullName(user),
    positions: JSON.stringify(user.positions),
    is_admin: false,
    created_at: now,
    updated_at: now,
    image: null,
  }));
  await kysely.insertInto("users").values(rows).execute();
}

type IdentifiedPerson = NewPerson & { readonly id: string };

function isCompletion(person: NewPerson): person is IdentifiedPerson {
  return person.id !== undefined;
}

/** The person with the current names of their services. @throws Refusal for one that is unknown or no longer offered */
async function withKnownServices(writing: WriteTransaction, person: NewPerson, index: number): Promise<NewPerson> {
  const held = person.id === undefined ? [] : (await findPerson(writing, person.id))?.positions;
  const rule = { field: `people.${index}.positions`, ...(held && { held }) };
  return { ...person, positions: await checkServices(writing, person.positions, rule) };
}

/** Makes the person a member, if they are none yet, and logs it. */
async function addToGroup(writing: WriteTransaction, groupId: string, userId: string): Promise<void> {
  const joined = await joinGroup(writing, { type: "group.joined", groupId, userId }, { id: userId });
  if (joined?.entry) await writing.log(joined.entry);
  for (const reloaded of joined?.reloads ?? []) await writing.log({ change: null, groupId: reloaded });
}

/**
 * Gives a person without an account the address and the services that they lack. Their name stays. Returns them as an
 * invitee if they got an address.
 * @throws Refusal when there is no such person, or they have an account or another address
 */
async function completePerson(
  writing: WriteTransaction,
  { id, email, positions }: IdentifiedPerson,
  isReserved: (email: string) => boolean,
): Promise<Invitee[]> {
  const user = await lockInvitee(writing, id);
  if (email !== undefined && email !== user.email) {
    if (user.email !== null || isReserved(email)) throw new Refusal("account.email_taken");
    await setAddress(writing, id, email);
  }
  if (user.positions.length === 0 && positions.length > 0) {
    const set = { positions: JSON.stringify(positions), updated_at: writing.now };
    await writing.kysely.updateTable("users").set(set).where("id", "=", id).execute();
    await logChangedPerson(writing, { ...user, positions });
  }
  return email === undefined || user.email !== null ? [] : [{ userId: id, name: fullName(user), address: email }];
}

/**
 * Entrusts people of the list to the person of the list with the address `entrustedTo`. It takes effect when that person
 * has an account.
 * @throws Refusal when nobody else of the list has this address, or a limit is exceeded
 */
async function entrustByAddress(
  writing: WriteTransaction,
  users: readonly IdentifiedPerson[],
  actorId: string,
): Promise<void> {
  for (const [index, { id: userId, entrustedTo }] of users.entries()) {
    if (entrustedTo === undefined) continue;
    const guardianId = users.find(({ email }) => email === entrustedTo)?.id;
    if (guardianId === undefined || guardianId === userId)
      throw new Refusal("request.invalid", { fields: { [`people.${index}.entrustedTo`]: "request.invalid" } });
    if (!(await insertGuardian(writing, { userId, guardianId }))) continue;
    await recordAct(writing, { actorId, act: { type: "user.entrusted", userId, guardianId }, now: writing.now });
  }
}

/**
 * Adds people without an account to a group, all of them or none, and invites those with an address. People who exist
 * already get what they lack. Returns their rows in the order sent.
 * @throws Refusal for an unknown group, for addresses that are taken, and for somebody who has an account
 */
export async function addPeople(
  planning: SharedPlanning,
  { personalInvitations, defaultAdmin }: Pick<Auth, "personalInvitations" | "defaultAdmin">,
  addition: Addition,
): Promise<ListedUser[]> {
  const { groupId, people: sent, actorId } = addition;
  const added = await takingAddresses(planning, async (writing) => {
    if (!writing.isShared) throw new Refusal("planning.not_shared");
    await requireAdder(writing, addition);
    const group = await requireGroup(writing, groupId);
    const people = await Promise.all(sent.map((person, index) => withKnownServices(writing, person, index)));
    const invitees: Invitee[] = [];
    const completions = people.filter(isCompletion);
    for (const completion of completions) {
      invitees.push(...(await completePerson(writing, completion, defaultAdmin.isReserved)));
      await addToGroup(writing, groupId, completion.id);
    }
    await requireFreeAddresses(writing, people, defaultAdmin.isReserved);
    const users = people.map((person) => ({ ...person, id: person.id ?? randomUUID() }));
    const newUsers = users.filter((_, index) => people[index]?.id === undefined);
    await insertUsers(writing, newUsers);
    await addNewMembers(
      writing,
      groupId,
      newUsers.map(({ id }) => id),
    );
    for (const user of newUsers) {
      if (user.email !== undefined) invitees.push({ userId: user.id, name: fullName(user), address: user.email });
    }
    await entrustByAddress(writing, users, actorId);
    await personalInvitations.offer(writing.kysely, invitees, writing.now);
    const acts: AdminAct[] = [
      ...(completions.length > 0 ? [{ type: "people.completed", count: completions.length } as const] : []),
      ...(newUsers.length > 0 ? [{ type: "people.added", group, count: newUsers.length } as const] : []),
    ];
    for (const act of acts) await recordAct(writing, { actorId, act, now: writing.now });
    const listed = new Map((await listUsers(writing, writing.now)).map((user) => [user.id, user]));
    return users.flatMap(({ id }) => listed.get(id) ?? []);
  });
  personalInvitations.sendMails();
  return added;
}
