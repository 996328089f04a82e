/**
 * Each call by each kind of caller. The table of rights decides, and no engine does, so only SQLite has every caller.
 * PostgreSQL has those who are let through, because their calls reach the database.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { HEADERS } from "#contract/paths.ts";
import { INITIAL_PREFERENCES } from "#domain/notifications/topics.ts";
import { holderOf } from "#domain/permissions.ts";
import type { Engine } from "#server/database/database.ts";
import { registerAdmin } from "#test/support/server/test-admins.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { newTestSubscription } from "#test/support/server/test-push-browser.ts";
import {
  type Answer,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";

type OperationName = keyof typeof OPERATIONS;
const CALLERS = ["anonymous", "member", "admin"] as const;
/** The leader leads the group that the call is about, if it is about one; the stranger leads another one. */
const ALL_CALLERS = [...CALLERS, "leader", "stranger"] as const;
type Caller = (typeof ALL_CALLERS)[number];
const CALLERS_ON: Readonly<Record<Engine, readonly Caller[]>> = { sqlite: CALLERS, postgres: ["admin"] };
const ALL_CALLERS_ON: Readonly<Record<Engine, readonly Caller[]>> = {
  sqlite: ALL_CALLERS,
  postgres: ["admin", "leader"],
};

/** Leaders get a member's answer, and in the group that they lead an admin's where the right is a leader's. */
interface Expected extends Readonly<Record<(typeof CALLERS)[number], number>> {
  /** Creates the request body of one call. */
  readonly body?: () => unknown;
  /** Creates the value of the path parameter. */
  readonly target?: () => Promise<string>;
  /** The query string. */
  readonly query?: string;
}

const EVENT = { groupId: "1", name: "Répétition", date: "2050-12-24", time: "20:30", location: "Temple" };
const NOTHING = { groups: [], events: [] };
const ADDITION = { groupId: "1", people: [{ firstName: "Paul", lastName: "Mercier", positions: [] }] };
const PASSKEY = { id: "x", rawId: "x", type: "public-key" };
const NEW_PASSKEY = { ...PASSKEY, response: { clientDataJSON: "x", attestationObject: "x" } };
const USED_PASSKEY = { ...PASSKEY, response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" } };
const PROFILE = { firstName: "Marie", lastName: "Petit", positions: ["Voix"] };

let server: TestServer;
/** Prepares what the calls are about. None of them is about this admin. */
let organiser: TestClient;
let count = 0;
/** Those of the server, once they called. */
let leaders: Partial<Record<"leader" | "stranger", Awaited<ReturnType<typeof register>>>> = {};

function freshEmail(): string {
  count += 1;
  return `fresh-${count}@example.org`;
}

async function freshMember(): Promise<string> {
  return (await register(server, { email: freshEmail() })).user.id;
}

async function freshRow(path: string, body: unknown): Promise<string> {
  return (await organiser.post(path, body)).json<{ id: string }>().id;
}

async function lead(groupId: string, userId: string): Promise<void> {
  for (const place of ["members", "leaders"]) await organiser.send("PUT", `/api/groups/${groupId}/${place}/${userId}`);
}

async function freshGroup(): Promise<string> {
  const id = await freshRow("/api/groups", { name: "Chorale" });
  if (leaders.leader) await lead(id, leaders.leader.user.id);
  return id;
}

function freshEvent(): Promise<string> {
  return freshRow("/api/events", EVENT);
}

async function freshPerson(): Promise<string> {
  const [person] = (await organiser.post("/api/people", ADDITION)).json<{ id: string }[]>();
  return person?.id ?? "";
}

function freshService(): Promise<string> {
  count += 1;
  return freshRow("/api/services", { name: `Service ${count}` });
}

async function trashed(path: string, fresh: () => Promise<string>): Promise<string> {
  const id = await fresh();
  await organiser.send("DELETE", `${path}/${id}`);
  return id;
}

/** The status of each call for each caller. An invalid token is refused for every caller. */
const TABLE: Readonly<Record<OperationName, Expected>> = {
  health: { anonymous: 200, member: 200, admin: 200 },
  config: { anonymous: 200, member: 200, admin: 200 },
  openapi: { anonymous: 200, member: 200, admin: 200 },
  signUp: { anonymous: 201, member: 201, admin: 201, body: () => ({ ...MARIE, email: freshEmail() }) },
  signIn: { anonymous: 200, member: 200, admin: 200, body: () => MARIE },
  signOut: { anonymous: 204, member: 204, admin: 204 },
  session: { anonymous: 200, member: 200, admin: 200 },
  listOwnSessions: { anonymous: 401, member: 200, admin: 200 },
  endOwnSession: { anonymous: 401, member: 404, admin: 404, target: async () => "no-such-session" },
  endOtherSessions: { anonymous: 401, member: 204, admin: 204 },
  requestPasswordReset: { anonymous: 200, member: 200, admin: 200, body: () => ({ email: MARIE.email }) },
  resetPassword: { anonymous: 400, member: 400, admin: 400, body: () => ({ token: "x", newPassword: "secret2" }) },
  // The admin of this test is the built-in one, whose password cannot be changed.
  changePassword: {
    anonymous: 401,
    member: 200,
    admin: 403,
    body: () => ({ currentPassword: MARIE.password, newPassword: MARIE.password }),
  },
  challengePasskey: { anonymous: 200, member: 200, admin: 200 },
  signInWithPasskey: { anonymous: 401, member: 401, admin: 401, body: () => ({ credential: USED_PASSKEY }) },
  listOwnPasskeys: { anonymous: 401, member: 200, admin: 200 },
  // The admin of this test is the built-in one, who has no password.
  challengeNewPasskey: { anonymous: 401, member: 200, admin: 403, body: () => ({ password: MARIE.password }) },
  addOwnPasskey: { anonymous: 401, member: 400, admin: 403, body: () => ({ credential: NEW_PASSKEY }) },
  removeOwnPasskey: { anonymous: 401, member: 404, admin: 404, target: async () => "no-such-passkey" },
  confirmEmail: { anonymous: 400, member: 400, admin: 400, body: () => ({ token: "x" }) },
  // The admin of this test is the built-in one, whose address is never confirmed.
  requestConfirmation: { anonymous: 401, member: 200, admin: 403 },
  // The admin of this test is the built-in one, whose address belongs to nobody.
  requestOwnAddress: {
    anonymous: 401,
    member: 202,
    admin: 403,
    body: () => ({ email: freshEmail(), password: MARIE.password }),
  },
  requestAddressOf: {
    anonymous: 401,
    member: 403,
    admin: 202,
    target: freshMember,
    body: () => ({ email: freshEmail() }),
  },
  checkInvitation: { anonymous: 403, member: 403, admin: 403, body: () => ({ invitation: "x" }) },
  readTeamInvitation: { anonymous: 401, member: 403, admin: 200 },
  // Registration is open, so there is no link to renew.
  renewTeamInvitation: { anonymous: 401, member: 403, admin: 409 },
  listUsers: { anonymous: 401, member: 200, admin: 200 },
  updateOwnProfile: { anonymous: 401, member: 200, admin: 200, body: () => PROFILE },
  readOwnData: { anonymous: 401, member: 200, admin: 200 },
  // The admin of this test is the built-in one, who has no password.
  deleteOwnAccount: { anonymous: 401, member: 204, admin: 403, body: () => ({ password: MARIE.password }) },
  readCalendarLink: { anonymous: 401, member: 409, admin: 409 },
  renewCalendarLink: { anonymous: 401, member: 409, admin: 409 },
  deleteCalendarLink: { anonymous: 401, member: 409, admin: 409 },
  readNotifications: { anonymous: 401, member: 409, admin: 409 },
  setNotifications: { anonymous: 401, member: 409, admin: 409 },
  readReplies: { anonymous: 401, member: 409, admin: 409 },
  setReplies: { anonymous: 401, member: 409, admin: 409 },
  addPushSubscription: { anonymous: 401, member: 409, admin: 409 },
  removePushSubscription: { anonymous: 401, member: 409, admin: 409 },
  promoteToAdmin: { anonymous: 401, member: 403, admin: 404, body: () => ({ email: "nobody@example.org" }) },
  demoteToMember: { anonymous: 401, member: 403, admin: 204, target: freshMember },
  handOverReset: { anonymous: 401, member: 403, admin: 201, target: freshMember },
  readMailDelivery: { anonymous: 401, member: 403, admin: 200 },
  deleteUser: { anonymous: 401, member: 403, admin: 204, target: freshMember },
  previewMerge: { anonymous: 401, member: 403, admin: 404, target: freshMember, query: "with=nobody" },
  mergePeople: { anonymous: 401, member: 403, admin: 404, target: freshMember, body: () => ({ with: "nobody" }) },
  // No user has the id in the path, where the placeholder `{userId}` stays.
  tellPeopleApart: { anonymous: 401, member: 403, admin: 404, target: freshMember },
  addPeople: { anonymous: 401, member: 409, admin: 409 },
  invitePerson: { anonymous: 401, member: 409, admin: 409 },
  entrust: { anonymous: 401, member: 409, admin: 409 },
  endEntrusting: { anonymous: 401, member: 409, admin: 409 },
  setEntrustedServices: { anonymous: 401, member: 409, admin: 409 },
  listEntrustedAbsences: { anonymous: 401, member: 409, admin: 409 },
  addEntrustedAbsence: { anonymous: 401, member: 409, admin: 409 },
  removeEntrustedAbsence: { anonymous: 401, member: 409, admin: 409 },
  listServices: { anonymous: 200, member: 200, admin: 200 },
  listNeededServices: { anonymous: 401, member: 403, admin: 200 },
  addService: {
    anonymous: 401,
    member: 403,
    admin: 201,
    body: () => ({ name: "Accordéon" }),
  },
  changeService: { anonymous: 401, member: 403, admin: 200, target: freshService, body: () => ({ isOffered: false }) },
  deleteService: { anonymous: 401, member: 403, admin: 204, target: freshService },
  readJournal: { anonymous: 401, member: 403, admin: 200 },
  readMails: { anonymous: 401, member: 403, admin: 200 },
  listGroups: { anonymous: 401, member: 409, admin: 409 },
  readGroup: { anonymous: 401, member: 409, admin: 409 },
  createGroup: { anonymous: 401, member: 409, admin: 409 },
  renameGroup: { anonymous: 401, member: 409, admin: 409 },
  deleteGroup: { anonymous: 401, member: 409, admin: 409 },
  setCombinablePairs: { anonymous: 401, member: 409, admin: 409 },
  setRequiredRoles: { anonymous: 401, member: 409, admin: 409 },
  keepLineUp: { anonymous: 401, member: 409, admin: 409 },
  dropLineUp: { anonymous: 401, member: 409, admin: 409 },
  setProgramme: { anonymous: 401, member: 409, admin: 409 },
  tellProgramme: { anonymous: 401, member: 409, admin: 409 },
  readRepertoire: { anonymous: 401, member: 409, admin: 409 },
  readTurns: { anonymous: 401, member: 409, admin: 409 },
  readOwnWish: { anonymous: 401, member: 409, admin: 409 },
  setOwnWish: { anonymous: 401, member: 409, admin: 409 },
  readReminders: { anonymous: 401, member: 409, admin: 409 },
  readMessages: { anonymous: 401, member: 409, admin: 409 },
  setReminders: { anonymous: 401, member: 409, admin: 409 },
  joinGroup: { anonymous: 401, member: 409, admin: 409 },
  leaveGroup: { anonymous: 401, member: 409, admin: 409 },
  addMember: { anonymous: 401, member: 409, admin: 409 },
  nameLeader: { anonymous: 401, member: 409, admin: 409 },
  removeLeader: { anonymous: 401, member: 409, admin: 409 },
  listMemberships: { anonymous: 401, member: 409, admin: 409 },
  removeMember: { anonymous: 401, member: 409, admin: 409 },
  listEvents: { anonymous: 401, member: 409, admin: 409 },
  listUpcomingEvents: { anonymous: 401, member: 409, admin: 409 },
  readEvent: { anonymous: 401, member: 409, admin: 409 },
  createEvent: { anonymous: 401, member: 409, admin: 409 },
  listOwnAbsences: { anonymous: 401, member: 409, admin: 409 },
  addAbsence: { anonymous: 401, member: 409, admin: 409 },
  removeAbsence: { anonymous: 401, member: 409, admin: 409 },
  createSeries: { anonymous: 401, member: 409, admin: 409 },
  editEvent: { anonymous: 401, member: 409, admin: 409 },
  deleteEvent: { anonymous: 401, member: 409, admin: 409 },
  readTrash: { anonymous: 401, member: 409, admin: 409 },
  restoreEvent: { anonymous: 401, member: 409, admin: 409 },
  restoreGroup: { anonymous: 401, member: 409, admin: 409 },
  setOwnAvailability: { anonymous: 401, member: 409, admin: 409 },
  setAvailability: { anonymous: 401, member: 409, admin: 409 },
  readLinkedEvent: { anonymous: 404, member: 404, admin: 404, body: () => ({ token: "x" }) },
  answerByLink: { anonymous: 404, member: 404, admin: 404, body: () => ({ token: "x", status: "present" }) },
  readRequests: { anonymous: 401, member: 409, admin: 409 },
  askPeople: { anonymous: 401, member: 409, admin: 409 },
  stopAsking: { anonymous: 401, member: 409, admin: 409 },
  readReplacements: { anonymous: 401, member: 409, admin: 409 },
  askReplacement: { anonymous: 401, member: 409, admin: 409 },
  sharePlanning: { anonymous: 401, member: 403, admin: 422, body: () => ({ groups: [] }) },
  addToSharedPlanning: { anonymous: 401, member: 409, admin: 409 },
  followChanges: { anonymous: 401, member: 409, admin: 409 },
};

/** The calls whose status differs once the planning is shared. */
const SHARED_TABLE: Readonly<Partial<Record<OperationName, Expected>>> = {
  addPeople: { anonymous: 401, member: 403, admin: 201, body: () => ADDITION },
  invitePerson: { anonymous: 401, member: 403, admin: 201, target: freshPerson, body: () => ({}) },
  // No user has the id in the path, where the placeholder `{userId}` stays.
  entrust: { anonymous: 401, member: 403, admin: 404, target: freshPerson },
  endEntrusting: { anonymous: 401, member: 403, admin: 204, target: freshPerson },
  // Only those to whom a person is entrusted may, and nobody here is.
  setEntrustedServices: {
    anonymous: 401,
    member: 403,
    admin: 403,
    target: async () => "nobody",
    body: () => ({ positions: ["Voix"] }),
  },
  listEntrustedAbsences: { anonymous: 401, member: 403, admin: 403, target: async () => "nobody" },
  addEntrustedAbsence: {
    anonymous: 401,
    member: 403,
    admin: 403,
    target: async () => "nobody",
    body: () => ({ from: "2050-12-05", to: "2050-12-20" }),
  },
  removeEntrustedAbsence: { anonymous: 401, member: 403, admin: 403, target: async () => "nobody" },
  listGroups: { anonymous: 401, member: 200, admin: 200 },
  readGroup: { anonymous: 401, member: 200, admin: 200, target: freshGroup },
  createGroup: { anonymous: 401, member: 403, admin: 201, body: () => ({ name: "Chorale" }) },
  renameGroup: { anonymous: 401, member: 403, admin: 200, target: freshGroup, body: () => ({ name: "Chœur" }) },
  deleteGroup: { anonymous: 401, member: 403, admin: 204, target: freshGroup },
  readReminders: { anonymous: 401, member: 403, admin: 200, target: freshGroup },
  readMessages: { anonymous: 401, member: 403, admin: 200, target: freshGroup },
  setReminders: {
    anonymous: 401,
    member: 403,
    admin: 200,
    target: freshGroup,
    body: () => ({ isOn: true, daysBefore: 7 }),
  },
  setCombinablePairs: { anonymous: 401, member: 403, admin: 200, target: freshGroup, body: () => ({ pairs: [] }) },
  setRequiredRoles: { anonymous: 401, member: 403, admin: 200, target: freshGroup, body: () => ({ roles: [] }) },
  keepLineUp: { anonymous: 401, member: 403, admin: 200, target: freshEvent, body: () => ({ holdings: [] }) },
  dropLineUp: { anonymous: 401, member: 403, admin: 204, target: freshEvent },
  setProgramme: {
    anonymous: 401,
    member: 403,
    admin: 200,
    target: freshEvent,
    body: () => ({ items: [{ title: "Abba Père" }], basedOn: 0 }),
  },
  tellProgramme: { anonymous: 401, member: 403, admin: 202, target: freshEvent },
  readRepertoire: { anonymous: 401, member: 200, admin: 200, target: async () => "1" },
  readTurns: { anonymous: 401, member: 200, admin: 200, target: freshEvent },
  readOwnWish: { anonymous: 401, member: 200, admin: 200 },
  setOwnWish: { anonymous: 401, member: 200, admin: 200, body: () => ({ most: 2 }) },
  joinGroup: { anonymous: 401, member: 200, admin: 200, target: freshGroup },
  leaveGroup: { anonymous: 401, member: 204, admin: 204, target: freshGroup },
  // No user has the id in the path, where the placeholder `{userId}` stays.
  addMember: { anonymous: 401, member: 403, admin: 404, target: freshGroup },
  nameLeader: { anonymous: 401, member: 403, admin: 422, target: freshGroup },
  removeLeader: { anonymous: 401, member: 403, admin: 204, target: freshGroup },
  listMemberships: { anonymous: 401, member: 200, admin: 200 },
  removeMember: { anonymous: 401, member: 403, admin: 204, target: freshGroup },
  listEvents: { anonymous: 401, member: 403, admin: 200, query: "from=2050-01-01&to=2050-12-31" },
  listUpcomingEvents: { anonymous: 401, member: 403, admin: 200 },
  readEvent: { anonymous: 401, member: 200, admin: 200, target: freshEvent },
  createEvent: { anonymous: 401, member: 403, admin: 201, body: () => EVENT },
  createSeries: {
    anonymous: 401,
    member: 403,
    admin: 201,
    body: () => ({ ...EVENT, every: "week", until: EVENT.date }),
  },
  editEvent: { anonymous: 401, member: 403, admin: 200, target: freshEvent, body: () => ({ name: "Veillée" }) },
  deleteEvent: { anonymous: 401, member: 403, admin: 204, target: freshEvent },
  readTrash: { anonymous: 401, member: 403, admin: 200 },
  restoreEvent: { anonymous: 401, member: 403, admin: 200, target: () => trashed("/api/events", freshEvent) },
  restoreGroup: { anonymous: 401, member: 403, admin: 200, target: () => trashed("/api/groups", freshGroup) },
  readCalendarLink: { anonymous: 401, member: 200, admin: 200 },
  renewCalendarLink: { anonymous: 401, member: 201, admin: 201 },
  deleteCalendarLink: { anonymous: 401, member: 204, admin: 204 },
  readNotifications: { anonymous: 401, member: 200, admin: 200 },
  setNotifications: {
    anonymous: 401,
    member: 200,
    admin: 200,
    body: () => ({ wishes: INITIAL_PREFERENCES, devices: [], pushKey: "" }),
  },
  readReplies: { anonymous: 401, member: 200, admin: 200 },
  setReplies: { anonymous: 401, member: 200, admin: 200, body: () => ({ areTaken: true }) },
  addPushSubscription: { anonymous: 401, member: 201, admin: 201, body: () => newTestSubscription().subscription },
  removePushSubscription: { anonymous: 401, member: 404, admin: 404, target: async () => "no-such-device" },
  setOwnAvailability: {
    anonymous: 401,
    member: 200,
    admin: 200,
    target: freshEvent,
    body: () => ({ status: "present" }),
  },
  // No user has the id in the path, where the placeholder `{userId}` stays.
  setAvailability: {
    anonymous: 401,
    member: 403,
    admin: 404,
    target: freshEvent,
    body: () => ({ status: "present" }),
  },
  readRequests: { anonymous: 401, member: 403, admin: 200, target: freshEvent },
  askPeople: {
    anonymous: 401,
    member: 403,
    admin: 404,
    target: freshEvent,
    body: () => ({ userIds: ["nobody"], inOrder: false }),
  },
  stopAsking: { anonymous: 401, member: 403, admin: 204, target: freshEvent },
  readReplacements: { anonymous: 401, member: 200, admin: 200, target: freshEvent },
  // Nobody is on a line-up of the event.
  askReplacement: { anonymous: 401, member: 409, admin: 409, target: freshEvent, body: () => ({ userId: "1" }) },
  listOwnAbsences: { anonymous: 401, member: 200, admin: 200 },
  addAbsence: {
    anonymous: 401,
    member: 201,
    admin: 201,
    body: () => ({ from: "2050-12-05", to: "2050-12-20" }),
  },
  removeAbsence: { anonymous: 401, member: 404, admin: 404, target: async () => "no-such-absence" },
  sharePlanning: { anonymous: 401, member: 403, admin: 409, body: () => NOTHING },
  addToSharedPlanning: { anonymous: 401, member: 403, admin: 200, body: () => NOTHING },
};

async function become(caller: Caller): Promise<TestClient> {
  if (caller === "anonymous") return server.client();
  if (caller === "admin") return signInDefaultAdmin(server);
  if (caller === "member") return register(server, { email: freshEmail() });
  const known = leaders[caller];
  if (known) return known;
  const leader = await register(server, { email: `${caller}@example.org` });
  leaders[caller] = leader;
  await lead(caller === "leader" ? "1" : "2", leader.user.id);
  return leader;
}

/** What the table of rights makes of it. */
function statusFor(name: OperationName, caller: Caller, expected: Expected): number {
  if (caller !== "leader" && caller !== "stranger") return expected[caller];
  const { access }: Operation = OPERATIONS[name];
  const isLeaders = caller === "leader" && access !== "anyone" && holderOf(access) === "leader";
  return isLeaders ? expected.admin : expected.member;
}

type Table = Readonly<Partial<Record<OperationName, Expected>>>;

/** Each call of the table by each caller. */
function testTable(table: Table, callers: readonly Caller[]): void {
  const lines = Object.entries(table).flatMap(([name, expected]) =>
    callers.map((caller) => ({ name: name as OperationName, caller, expected })),
  );
  test.each(lines)("$name by $caller", async ({ name, caller, expected }) => {
    const { method, path } = OPERATIONS[name];
    const { body, target, query } = expected;
    const client = await become(caller);
    const filled = target === undefined ? path : path.replace(/\{\w+\}/, await target());
    const address = query === undefined ? filled : `${filled}?${query}`;
    const answer = await client.send(method, address, body && { body: body() });
    expect([name, caller, answer.status]).toEqual([name, caller, statusFor(name, caller, expected)]);
  });
}

describe.each(ENGINES)("who may call what on %s", (engine) => {
  const own = serverForAllTests(engine);
  beforeAll(async () => {
    server = own;
    organiser = await registerAdmin(server, "organiser@example.org");
    await register(server);
  });

  test("no call is missing in the table", () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  testTable(TABLE, CALLERS_ON[engine]);

  test("each call is refused to another user of the browser, and before sharing if its contract says so", async () => {
    const marie = await register(server, { email: freshEmail() });
    const signedIn = Object.entries<Operation>(OPERATIONS).filter(([, { access }]) => access !== "anyone");
    const checked = signedIn.map(async ([name, { method, path, needsSharing = false }]) => {
      const elsewhere = await marie.send(method, path, { headers: { [HEADERS.person]: "somebody-else" } });
      const unshared = await marie.send(method, path);
      const wants = { ownCalls: true, sharedPlanning: needsSharing };
      const has = {
        ownCalls: isRefusedWith(elsewhere, "session.other_person"),
        sharedPlanning: isRefusedWith(unshared, "planning.not_shared"),
      };
      return { name, wants, has };
    });
    const calls = await Promise.all(checked);
    expect(calls.map(({ name, has }) => ({ name, ...has }))).toEqual(
      calls.map(({ name, wants }) => ({ name, ...wants })),
    );
    expect(calls.filter(({ has }) => has.sharedPlanning).length).toBeGreaterThan(40);
  });
});

function isRefusedWith({ text }: Answer, code: string): boolean {
  return text.includes(`"code":"${code}"`);
}

describe.each(ENGINES)("who may call what of a shared planning on %s", (engine) => {
  const own = serverForAllTests(engine, { settings: { SHARING: "on" } });
  beforeAll(async () => {
    server = own;
    organiser = await registerAdmin(server, "organiser@example.org");
    leaders = {};
  });

  test("no call of the planning is missing in the table, save the stream", () => {
    const ofPlanning = Object.entries<Operation>(OPERATIONS).filter(([, { needsSharing }]) => needsSharing);
    const calls = ofPlanning.map(([name]) => name).filter((name) => name !== "followChanges");
    expect(Object.keys(SHARED_TABLE).toSorted()).toEqual([...calls, "sharePlanning"].toSorted());
  });

  test("no call about accounts has a leader's right", () => {
    const others = Object.entries<Operation>(OPERATIONS).filter(([, { needsSharing }]) => !needsSharing);
    expect(others.filter(([, { access }]) => access !== "anyone" && holderOf(access) === "leader")).toEqual([]);
  });

  testTable(SHARED_TABLE, ALL_CALLERS_ON[engine]);
});
