import { LETTERS, oneOf, type Random, textOf } from "../random.ts";
import { accountEntry, answerEntry, answersOf, type Belongings, type Deed, gone, MAILED } from "./deed.ts";

const SERVICES = ["Voix", "Bass"];

export function signUp(random: Random, { prefix }: Belongings): Deed {
  const firstName = textOf(random, LETTERS, 5);
  const email = `${prefix}-${textOf(random, LETTERS, 8)}@example.org`;
  const body = { email, password: "secret1", name: firstName, firstName, lastName: prefix, positions: SERVICES };
  return {
    call: { method: "POST", path: "/api/auth/sign-up/email", body },
    cookie: "",
    effect: { [`account ${email}`]: accountEntry(firstName, 1) },
    remember({ members }, answered) {
      if (answered === null) return;
      const { user } = JSON.parse(answered.text) as { user: { id: string } };
      members.set(email, { id: user.id, email, firstName, cookie: answered.cookies.join("; ") });
    },
  };
}

export function changeName(random: Random, belongings: Belongings): Deed | null {
  const member = oneOf(random, [...belongings.members.values()]);
  if (member === undefined) return null;
  const { email } = member;
  const firstName = textOf(random, LETTERS, 5);
  const presences = answersOf(belongings, email).filter(([, status]) => status === "present");
  const names = presences.map(([eventId]) => [`answer ${eventId} ${email}`, answerEntry("present", firstName)]);
  const body = { firstName, lastName: belongings.prefix, positions: SERVICES };
  return {
    call: { method: "PATCH", path: "/api/users/me", body },
    cookie: member.cookie,
    effect: { [`account ${email}`]: accountEntry(firstName, 1), ...Object.fromEntries(names) },
    remember: ({ members }) => void members.set(email, { ...member, firstName }),
  };
}

/** Asks for a link to a new password: from then on its mail waits, or has left. */
export function requestReset(random: Random, { members, mailed }: Belongings): Deed | null {
  const email = oneOf(
    random,
    [...members.keys()].filter((address) => !mailed.has(address)),
  );
  if (email === undefined) return null;
  return {
    call: { method: "POST", path: "/api/auth/request-password-reset", body: { email } },
    cookie: "",
    effect: { [`mail ${email}`]: MAILED },
    remember: (belongings) => void belongings.mailed.add(email),
  };
}

export function deleteMember(random: Random, belongings: Belongings): Deed | null {
  const member = oneOf(random, [...belongings.members.values()]);
  if (member === undefined) return null;
  const { id, email } = member;
  const names = answersOf(belongings, email).map(([eventId]) => `answer ${eventId} ${email}`);
  return {
    call: { method: "DELETE", path: `/api/users/${id}` },
    cookie: null,
    effect: gone([`account ${email}`, `mail ${email}`, ...names]),
    remember({ members, answers }) {
      members.delete(email);
      for (const known of answers.values()) known.delete(email);
    },
  };
}
