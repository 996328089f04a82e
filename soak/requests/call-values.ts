import { oneOf, type Random, wholeNumber } from "../random.ts";
import {
  type Caller,
  EMAILS,
  EVENT_IDS,
  GROUP_IDS,
  MEMBER_TARGET_EMAILS,
  PASSWORD,
  PERSON_IDS,
  PUBLICATION,
  REGISTRATION_LINKS,
  RESET_LINKS,
  TARGET_IDS,
} from "../team/team.ts";
import type { DocumentedCall } from "./documented-calls.ts";
import type { KnownValue } from "./sample-value.ts";

const OTHER_ID_SHARE = 0.05;
const SERVICES = ["Voix", "Lead", "Batterie", "Bass", "Piano", "Sono", "Pasteur"];

function newId(random: Random, length: number): string {
  return Array.from({ length }, () => wholeNumber(random, 0, 9)).join("");
}

function newEventId(random: Random): string {
  return `00000009-0000-4000-8000-${newId(random, 12)}`;
}

/** A value for `{id}` in a path: usually of the kind of row that the path names, sometimes of another. */
function idIn(path: string, caller: Caller, random: Random): string | undefined {
  if (random() < OTHER_ID_SHARE) return oneOf(random, [...PERSON_IDS, ...EVENT_IDS, ...GROUP_IDS]);
  if (path.startsWith("/api/groups")) return oneOf(random, GROUP_IDS);
  if (path.startsWith("/api/events")) return oneOf(random, EVENT_IDS);
  if (path.startsWith("/api/users")) return oneOf(random, TARGET_IDS);
  return `second-${caller.id}`;
}

function emailFor(call: DocumentedCall, random: Random): string | undefined {
  return oneOf(random, call.id === "promoteToAdmin" ? MEMBER_TARGET_EMAILS : EMAILS);
}

/** Plausible values for a call, by the name of the property or parameter. */
export function knownValues(call: DocumentedCall, caller: Caller, random: Random): KnownValue {
  const link = oneOf(random, call.id === "signUp" ? REGISTRATION_LINKS : RESET_LINKS);
  const values: Readonly<Record<string, () => unknown>> = {
    body: () => (call.body?.properties?.["groups"] === undefined ? undefined : PUBLICATION),
    id: () => idIn(call.path, caller, random),
    userId: () => oneOf(random, TARGET_IDS),
    groupId: () => oneOf(random, GROUP_IDS),
    group: () => oneOf(random, GROUP_IDS),
    email: () => (call.id === "signUp" ? link?.email : emailFor(call, random)),
    invitation: () => (call.id === "signUp" ? link?.token : oneOf(random, REGISTRATION_LINKS)?.token),
    token: () => link?.token,
    password: () => PASSWORD,
    currentPassword: () => PASSWORD,
    newPassword: () => PASSWORD,
    positions: () => [oneOf(random, SERVICES)],
    date: () => `2050-${wholeNumber(random, 10, 12)}-${wholeNumber(random, 10, 28)}`,
    time: () => oneOf(random, ["06:00", "10:00", "20:30"]),
    from: () => `2050-0${wholeNumber(random, 1, 6)}-01`,
    to: () => `2050-1${wholeNumber(random, 0, 2)}-28`,
    answeredAt: () => `2026-01-${wholeNumber(random, 10, 28)}T12:00:00+01:00`,
    after: () => oneOf(random, ["0", "1"]),
    "last-event-id": () => oneOf(random, ["0", "1"]),
    "diapason-person": () => caller.id,
    "idempotency-key": () => (call.path.startsWith("/api/groups") ? newId(random, 6) : newEventId(random)),
  };
  return (name) => (Object.hasOwn(values, name) ? values[name]?.() : undefined);
}
