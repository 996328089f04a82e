import * as z from "zod/mini";
import { ENTRUSTED_MAX, GUARDIANS_MAX, PEOPLE_MAX } from "../../domain/people/people.ts";
import { emptyOrLine, listOf, typedLine } from "../limits.ts";
import { inSharedPlanning } from "../operation.ts";
import { API, HEADERS } from "../paths.ts";
import { NewAbsence } from "../planning/answers.ts";
import { EventKey } from "../planning/events.ts";
import { Absence, Absences, Id } from "../planning/planning.ts";
import { Email, NAME_MAX, Services } from "./account-fields.ts";
import { OneTimeLink, UserRow } from "./users.ts";

/** A person whom an admin adds. They are invited only if they have an e-mail address. */
export const NewPerson = z.object({
  /** The id of a team member without an account. The call then adds only what they lack: an address, services, the group. */
  id: z.optional(Id),
  firstName: typedLine(NAME_MAX),
  /** Empty: they have one name. */
  lastName: z.prefault(emptyOrLine(NAME_MAX), ""),
  email: z.optional(Email),
  positions: Services,
  /** The address of another person of the list, who answers for this one. This person has no address then. */
  entrustedTo: z.optional(Email),
});

export const PeopleAddition = z.object({
  groupId: Id,
  people: listOf(NewPerson, PEOPLE_MAX, "people.too_many").check(z.minLength(1, "field.required")),
});

/** Where to mail the invitation; left out: the admin passes the link on. */
const InvitationRequest = z.object({ email: z.optional(Email) });

export const AddedPeople = z.array(UserRow);

export type NewPerson = z.infer<typeof NewPerson>;
export type PeopleAddition = z.infer<typeof PeopleAddition>;

export const PEOPLE_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  addPeople: {
    method: "POST",
    path: API.people,
    access: "user.add",
    summary:
      "Add people to a group, all or none; each e-mail address gets an invitation to create the account. An entry with the id of somebody without an account adds what they lack",
    request: PeopleAddition,
    status: 201,
    response: AddedPeople,
  },
  invitePerson: {
    method: "POST",
    path: API.userInvitation,
    access: "user.invite",
    summary: "Make a link, valid for 30 days, by which a person without an account creates one; mail it if asked",
    request: InvitationRequest,
    status: 201,
    response: OneTimeLink,
  },
  entrust: {
    method: "PUT",
    path: API.guardian,
    access: "user.entrust",
    summary: `Entrust a person without an account (\`id\`) to somebody who has one (\`userId\`), who then answers for them: at most ${GUARDIANS_MAX} answer for a person, and each for at most ${ENTRUSTED_MAX}`,
  },
  endEntrusting: {
    method: "DELETE",
    path: API.guardian,
    access: "user.end_entrusting",
    summary: "End that somebody (`userId`) answers for a person (`id`); they may end it themselves",
  },
  setEntrustedServices: {
    method: "PUT",
    path: API.entrustedServices,
    access: "person.look_after",
    summary: "Change the services of a person who is entrusted to the caller",
    request: z.object({ positions: Services }),
    response: UserRow,
  },
  listEntrustedAbsences: {
    method: "GET",
    path: API.entrustedAbsences,
    access: "person.look_after",
    summary: "The absences of a person who is entrusted to the caller, by their first day",
    response: Absences,
  },
  addEntrustedAbsence: {
    method: "POST",
    path: API.entrustedAbsences,
    access: "person.look_after",
    summary: "Note that a person who is entrusted to the caller is absent on these days, both included",
    headers: { [HEADERS.idempotencyKey]: EventKey },
    request: NewAbsence,
    status: 201,
    response: Absence,
  },
  removeEntrustedAbsence: {
    method: "DELETE",
    path: API.entrustedAbsence,
    access: "person.look_after",
    summary: "Delete an absence of a person who is entrusted to the caller",
  },
});
