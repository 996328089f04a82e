import { LETTERS, oneOf, type Random, textOf } from "../random.ts";
import { accountEntry, answerEntry, answersOf, type WriterState, type Write, gone, MAILED } from "./write.ts";

const SERVICES = ["Voix", "Bass"];

export function signUp(random: Random, { prefix }: WriterState): Write {
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

export function changeName(random: Random, state: WriterState): Write | null {
  const member = oneOf(random, [...state.members.values()]);
  if (member === undefined) return null;
  const { email } = member;
  const firstName = textOf(random, LETTERS, 5);
  const presences = answersOf(state, email).filter(([, status]) => status === "present");
  const names = presences.map(([eventId]) => [`answer ${eventId} ${email}`, answerEntry("present", firstName)]);
  const body = { firstName, lastName: state.prefix, positions: SERVICES };
  return {
    call: { method: "PATCH", path: "/api/users/me", body },
    cookie: member.cookie,
    effect: { [`account ${email}`]: accountEntry(firstName, 1), ...Object.fromEntries(names) },
    remember: ({ members }) => void members.set(email, { ...member, firstName }),
  };
}

/** Requests a password reset: from then on a mail is queued or sent. */
export function requestReset(random: Random, { members, mailed }: WriterState): Write | null {
  const email = oneOf(
    random,
    [...members.keys()].filter((address) => !mailed.has(address)),
  );
  if (email === undefined) return null;
  return {
    call: { method: "POST", path: "/api/auth/request-password-reset", body: { email } },
    cookie: "",
    effect: { [`mail ${email}`]: MAILED },
    remember: (state) => void state.mailed.add(email),
  };
}

export function deleteMember(random: Random, state: WriterState): Write | null {
  const member = oneOf(random, [...state.members.values()]);
  if (member === undefined) return null;
  const { id, email } = member;
  const names = answersOf(state, email).map(([eventId]) => `answer ${eventId} ${email}`);
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
