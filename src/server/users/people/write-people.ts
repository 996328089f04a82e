import { randomUUID } from "node:crypto";
import type { NewPerson, PeopleAddition } from "#contract/accounts/people.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { AdminAct } from "#contract/journal.ts";
import { fullName } from "#domain/people/people.ts";
import { may } from "#domain/permissions.ts";
import type { Auth } from "../../auth/auth.ts";
import type { Invitee } from "../../auth/invitations/personal-invitations.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { findPerson, readActor, requireRight } from "../../planning/changes/read-rights.ts";
import { logChangedPerson } from "../../planning/changes/write-person-changes.ts";
import { addNewMembers, joinGroup, requireGroup } from "../../planning/groups/write-groups.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";
import { resolveServices } from "../../services/read-services.ts";
import { insertGuardian } from "../guardians/write-guardians.ts";
import { type ListedUser, listUsers } from "../read-users.ts";
import { lockInvitee, setAddress, writeAddresses } from "./write-invitation.ts";

interface Addition extends PeopleAddition {
  readonly actorId: string;
}

/** A person of the list with the id of their row. `isNew`: they have no row yet; otherwise the call completes it. */
type IdentifiedPerson = NewPerson & { readonly id: string; readonly isNew: boolean };

/**
 * Checks the right again, which the actor may have lost since the call was authorised. Leaders may only complete the data
 * of their group's members: otherwise a leader could enter their own e-mail address for any person, and create that
 * person's account.
 * @throws Refusal `request.forbidden`
 */
async function requireRightToAdd(writing: WriteTransaction, { actorId, groupId, people }: Addition): Promise<void> {
  const actor = await readActor(writing, actorId);
  await requireRight(writing, actor, "user.add", { groupId });
  const completedIds = people.flatMap(({ id }) => id ?? []);
  if (may(actor, "user.invite") || completedIds.length === 0) return;
  const rows = await writing.kysely
    .selectFrom("group_member")
    .select("user_id")
    .where("group_id", "=", groupId)
    .where("user_id", "in", completedIds)
    .execute();
  if (rows.length < new Set(completedIds).size) throw new Refusal("request.forbidden");
}

/** @throws Refusal `account.email_taken`, with a field for each new person whose address is taken, or twice in the list */
async function requireFreeAddresses(
  { kysely, now }: WriteTransaction,
  people: readonly IdentifiedPerson[],
  isReserved: (email: string) => boolean,
): Promise<void> {
  const emails = people.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return;
  const rows = await kysely.selectFrom("users").select("email").where("email", "in", emails).execute();
  // Former addresses that their users may still restore.
  const former = await kysely
    .selectFrom("address_change")
    .select("email")
    .where("email", "in", emails)
    .where("is_return", "=", true)
    .where("expires_at", ">", now)
    .execute();
  const taken = new Set([...rows, ...former].map(({ email }) => email));
  const fields: Record<string, ErrorCode> = {};
  for (const [index, { isNew, email }] of people.entries()) {
    // `completePerson` has already checked and stored the addresses of people with a row.
    if (!isNew || email === undefined) continue;
    if (taken.has(email) || isReserved(email)) fields[`people.${index}.email`] = "account.email_taken";
    taken.add(email);
  }
  if (Object.keys(fields).length > 0) throw new Refusal("account.email_taken", { fields });
}

async function insertPeople({ kysely, now }: WriteTransaction, people: readonly IdentifiedPerson[]): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map((person) => ({
    id: person.id,
    email: person.email ?? null,
    first_name: person.firstName,
    last_name: person.lastName,
    name: fullName(person),
    positions: JSON.stringify(person.positions),
    is_admin: false,
    created_at: now,
    updated_at: now,
    image: null,
  }));
  await kysely.insertInto("users").values(rows).execute();
}

/** The person with an id, and the current names of their services. @throws Refusal for an unknown or hidden service */
async function identify(writing: WriteTransaction, person: NewPerson, index: number): Promise<IdentifiedPerson> {
  const isNew = person.id === undefined;
  const id = person.id ?? randomUUID();
  const alsoAccepted = isNew ? [] : ((await findPerson(writing, id))?.positions ?? []);
  const rule = { field: `people.${index}.positions`, alsoAccepted };
  return { ...person, id, isNew, positions: await resolveServices(writing, person.positions, rule) };
}

/** Makes the person a member of the group, and logs it. Does nothing for a member. */
async function addToGroup(writing: WriteTransaction, groupId: string, userId: string): Promise<void> {
  const joined = await joinGroup(writing, { type: "group.joined", groupId, userId }, { id: userId });
  if (joined?.entry) await writing.log(joined.entry);
  // A change without content makes pages reload the group.
  for (const reloaded of joined?.reloads ?? []) await writing.log({ change: null, groupId: reloaded });
}

/**
 * Adds the missing address and services to the row of a person without an account. Never changes the name. Returns the
 * person as an invitee (an array of one) if the address is new.
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
 * Entrusts people of the list to a guardian who is also in the list: the person with the address `entrustedTo`. It takes
 * effect when the guardian creates an account.
 * @throws Refusal when nobody else in the list has this address, or there are too many guardians or entrusted people
 */
async function entrustByAddress(
  writing: WriteTransaction,
  people: readonly IdentifiedPerson[],
  actorId: string,
): Promise<void> {
  for (const [index, { id: userId, entrustedTo }] of people.entries()) {
    if (entrustedTo === undefined) continue;
    const guardianId = people.find(({ email }) => email === entrustedTo)?.id;
    if (guardianId === undefined || guardianId === userId)
      throw new Refusal("request.invalid", { fields: { [`people.${index}.entrustedTo`]: "request.invalid" } });
    if (!(await insertGuardian(writing, { userId, guardianId }))) continue;
    await recordAct(writing, { actorId, act: { type: "user.entrusted", userId, guardianId }, now: writing.now });
  }
}

/**
 * Adds a list of people without an account to a group, all of them or none, and invites those with an address. An entry
 * with an id is for an existing person, whose row is completed. Returns the people in the order of the list.
 * @throws Refusal for an unknown group, for addresses that are taken, and for somebody who has an account
 */
export async function addPeople(
  planning: SharedPlanning,
  { personalInvitations, defaultAdmin }: Pick<Auth, "personalInvitations" | "defaultAdmin">,
  addition: Addition,
): Promise<ListedUser[]> {
  const { groupId, people: sent, actorId } = addition;
  const added = await writeAddresses(planning, async (writing) => {
    if (!writing.isShared) throw new Refusal("planning.not_shared");
    await requireRightToAdd(writing, addition);
    const group = await requireGroup(writing, groupId);
    const people = await Promise.all(sent.map((person, index) => identify(writing, person, index)));
    const newPeople = people.filter(({ isNew }) => isNew);
    const completions = people.filter(({ isNew }) => !isNew);
    const invitees: Invitee[] = [];
    for (const completion of completions) {
      invitees.push(...(await completePerson(writing, completion, defaultAdmin.isReserved)));
      await addToGroup(writing, groupId, completion.id);
    }
    await requireFreeAddresses(writing, people, defaultAdmin.isReserved);
    await insertPeople(writing, newPeople);
    const newIds = newPeople.map(({ id }) => id);
    await addNewMembers(writing, groupId, newIds);
    for (const person of newPeople) {
      const { id: userId, email: address } = person;
      if (address !== undefined) invitees.push({ userId, name: fullName(person), address });
    }
    await entrustByAddress(writing, people, actorId);
    await personalInvitations.offer(writing.kysely, invitees, writing.now);
    const record = (act: AdminAct) => recordAct(writing, { actorId, act, now: writing.now });
    if (completions.length > 0) await record({ type: "people.completed", count: completions.length });
    if (newPeople.length > 0) await record({ type: "people.added", group, count: newPeople.length });
    const usersById = new Map((await listUsers(writing, writing.now)).map((user) => [user.id, user]));
    return people.flatMap(({ id }) => usersById.get(id) ?? []);
  });
  personalInvitations.sendMails();
  return added;
}
