import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import {
  ENGINES,
  MARIE,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "./test-server.ts";

type OperationName = keyof typeof OPERATIONS;
const CALLERS = ["anonymous", "member", "admin"] as const;
type Caller = (typeof CALLERS)[number];

interface Expected extends Readonly<Record<Caller, number>> {
  /** What is sent; a function where every call needs another. */
  readonly body?: () => unknown;
  /** For the names in braces of the path. */
  readonly target?: () => Promise<string>;
}

const PROFILE = { firstName: "Marie", lastName: "Petit", positions: ["Voix"] };

let server: TestServer;
let count = 0;

function freshEmail(): string {
  count += 1;
  return `fresh-${count}@example.org`;
}

async function freshMember(): Promise<string> {
  return (await register(server, { email: freshEmail() })).user.id;
}

/** What each call answers to each caller. A member's wrong token is as wrong as anybody's. */
const TABLE: Readonly<Record<OperationName, Expected>> = {
  health: { anonymous: 200, member: 200, admin: 200 },
  config: { anonymous: 200, member: 200, admin: 200 },
  openapi: { anonymous: 200, member: 200, admin: 200 },
  signUp: { anonymous: 201, member: 201, admin: 201, body: () => ({ ...MARIE, email: freshEmail() }) },
  signIn: { anonymous: 200, member: 200, admin: 200, body: () => MARIE },
  signOut: { anonymous: 204, member: 204, admin: 204 },
  session: { anonymous: 200, member: 200, admin: 200 },
  requestPasswordReset: { anonymous: 200, member: 200, admin: 200, body: () => ({ email: MARIE.email }) },
  resetPassword: { anonymous: 400, member: 400, admin: 400, body: () => ({ token: "x", newPassword: "secret2" }) },
  // The admin here is the default one, whose password is the server's.
  changePassword: {
    anonymous: 401,
    member: 200,
    admin: 403,
    body: () => ({ currentPassword: MARIE.password, newPassword: MARIE.password }),
  },
  checkInvitation: { anonymous: 403, member: 403, admin: 403, body: () => ({ invitation: "x" }) },
  readTeamInvitation: { anonymous: 401, member: 403, admin: 200 },
  // Anybody may register here.
  renewTeamInvitation: { anonymous: 401, member: 403, admin: 409 },
  listUsers: { anonymous: 401, member: 200, admin: 200 },
  updateOwnProfile: { anonymous: 401, member: 200, admin: 200, body: () => PROFILE },
  promoteToAdmin: { anonymous: 401, member: 403, admin: 404, body: () => ({ email: "nobody@example.org" }) },
  deleteUser: { anonymous: 401, member: 403, admin: 204, target: freshMember },
  listGroups: { anonymous: 401, member: 409, admin: 409 },
  readGroup: { anonymous: 401, member: 409, admin: 409 },
  createGroup: { anonymous: 401, member: 409, admin: 409 },
  renameGroup: { anonymous: 401, member: 409, admin: 409 },
  deleteGroup: { anonymous: 401, member: 409, admin: 409 },
  setCombinablePairs: { anonymous: 401, member: 409, admin: 409 },
  joinGroup: { anonymous: 401, member: 409, admin: 409 },
  leaveGroup: { anonymous: 401, member: 409, admin: 409 },
  removeMember: { anonymous: 401, member: 409, admin: 409 },
  listEvents: { anonymous: 401, member: 409, admin: 409 },
  listUpcomingEvents: { anonymous: 401, member: 409, admin: 409 },
  readEvent: { anonymous: 401, member: 409, admin: 409 },
  createEvent: { anonymous: 401, member: 409, admin: 409 },
  deleteEvent: { anonymous: 401, member: 409, admin: 409 },
  setOwnAvailability: { anonymous: 401, member: 409, admin: 409 },
  sharePlanning: { anonymous: 401, member: 409, admin: 409 },
  addToSharedPlanning: { anonymous: 401, member: 409, admin: 409 },
  followChanges: { anonymous: 401, member: 409, admin: 409 },
};

async function become(caller: Caller): Promise<TestClient> {
  if (caller === "anonymous") return server.client();
  return caller === "admin" ? signInDefaultAdmin(server) : register(server, { email: freshEmail() });
}

describe.each(ENGINES)("who may call what on %s", (engine) => {
  let environment: Record<string, string>;

  beforeAll(async () => {
    environment = await newEnvironment(engine);
    server = await startTestServer(environment);
    await register(server);
  });
  afterAll(async () => {
    await server.stop();
    await removeData(environment);
  });

  test("no call is missing in the table", () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  });

  test.each(
    (Object.keys(OPERATIONS) as OperationName[]).flatMap((name) => CALLERS.map((caller) => ({ name, caller }))),
  )("$name by $caller", async ({ name, caller }) => {
    const { method, path } = OPERATIONS[name];
    const { [caller]: status, body, target } = TABLE[name];
    const client = await become(caller);
    const filled = target === undefined ? path : path.replace(/\{\w+\}/, await target());
    const answer = await client.send(method, filled, body && { body: body() });
    expect([name, caller, answer.status]).toEqual([name, caller, status]);
  });
});
