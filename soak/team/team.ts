import { type KnownPerson, sessionCookie } from "#test/support/process/signed-in-people.ts";

/** The secret that signs the session cookies. */
export const SECRET = "soak-secret-0123456789";
/** No response may contain any of these: the secret, the start of the session tokens, the start of password hashes. */
export const SECRET_MARKS = [SECRET, "soak-token-", "$argon2id$v=19$m=19456"] as const;
/** Domain of the team's e-mail addresses. */
export const EMAIL_DOMAIN = "@people.example";
export const PASSWORD = "motdepasse";

/** So many that no member reaches the rate limit of writes (600 per person in ten minutes). */
const MEMBERS = 200;
const ADMINS = 120;
/** People whom others promote, demote, delete and remove; they make no calls themselves. */
const TARGETS = 40;
/** People with a registration link. */
const NEWCOMERS = 20;
const EVENTS = 60;

export interface Caller {
  readonly role: "anonymous" | "member" | "admin";
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

export interface Link {
  readonly email: string;
  readonly token: string;
}

function idOf(kind: number, index: number): string {
  return `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

function ids(kind: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => idOf(kind, index));
}

function personOf(id: string, isAdmin: boolean): KnownPerson {
  const sessions = ["first", "second"].map((name) => ({ id: `${name}-${id}`, token: `soak-token-${name}-${id}` }));
  return { id, email: `${id}${EMAIL_DOMAIN}`, isAdmin, sessions };
}

const MEMBER_ROWS = ids(1, MEMBERS).map((id) => personOf(id, false));
const ADMIN_ROWS = ids(2, ADMINS).map((id) => personOf(id, true));
const TARGET_ROWS = ids(3, TARGETS).map((id, index) => personOf(id, index % 2 === 0));
export const PEOPLE: readonly KnownPerson[] = [...MEMBER_ROWS, ...ADMIN_ROWS, ...TARGET_ROWS];

export const GROUP_IDS: readonly string[] = [
  "1",
  "2",
  "3",
  "abcdef",
  "xyz123",
  "group-of-64-characters".padEnd(64, "x"),
];
export const EVENT_IDS: readonly string[] = ids(4, EVENTS);
export const TARGET_IDS: readonly string[] = TARGET_ROWS.map(({ id }) => id);
export const PERSON_IDS: readonly string[] = PEOPLE.map(({ id }) => id);
export const EMAILS: readonly string[] = PEOPLE.map(({ email }) => email);
export const MEMBER_TARGET_EMAILS: readonly string[] = TARGET_ROWS.flatMap(({ email, isAdmin }) =>
  isAdmin ? [] : [email],
);
export const REGISTRATION_LINKS: readonly Link[] = ids(5, NEWCOMERS).map((id) => ({
  email: `${id}${EMAIL_DOMAIN}`,
  token: `register-${id}`,
}));
export const RESET_LINKS: readonly Link[] = TARGET_ROWS.map(({ id, email }) => ({ email, token: `reset-${id}` }));

/** The people who make calls, each with the cookie of their first session. */
export const CALLERS: Readonly<Record<Caller["role"], readonly Caller[]>> = {
  anonymous: [{ role: "anonymous", id: "", email: "", cookie: "" }],
  member: MEMBER_ROWS.map((person) => callerOf(person, "member")),
  admin: ADMIN_ROWS.map((person) => callerOf(person, "admin")),
};

function callerOf({ id, email, sessions }: KnownPerson, role: Caller["role"]): Caller {
  return { role, id, email, cookie: sessionCookie(SECRET, sessions[0]?.token ?? "") };
}

/** The initial planning of the team, as one device publishes it. */
export const PUBLICATION = {
  groups: GROUP_IDS.map((id) => ({ id, name: `Groupe ${id}`.slice(0, 60) })),
  events: EVENT_IDS.map((id, index) => ({
    id,
    groupId: GROUP_IDS[index % GROUP_IDS.length] ?? "",
    name: `Culte ${index}`,
    date: `2050-${String(1 + (index % 12)).padStart(2, "0")}-15`,
    time: "10:00",
    location: "Temple",
    availability: [],
  })),
};
