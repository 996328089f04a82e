import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { onTestFinished } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignUp } from "#contract/sign-in/sign-in.ts";
import type { Database, Engine } from "#server/database/database.ts";
import { openRegister, type Register } from "#server/database/register/register.ts";
import { createSpace } from "#server/spaces/create-space.ts";
import { spaceFolder } from "#server/spaces/space-settings.ts";
import { type RunningSpaces, startSpaces } from "#server/start-spaces.ts";
import { createEvent } from "./test-planning.ts";
import {
  createClient,
  MARIE,
  newEmptyEnvironment,
  removeData,
  settingsOf,
  type TestClient,
  type TestServerOptions,
} from "./test-server.ts";

interface TestSpacesOptions extends Pick<TestServerOptions, "clock" | "beatMs"> {
  readonly idleMs?: number;
  readonly settings?: Record<string, string>;
  /** Left out: SQLite. */
  readonly engine?: Engine;
}

export interface TestSpaces extends RunningSpaces {
  readonly environment: Record<string, string>;
  readonly log: readonly string[];
  /** The register of spaces, opened beside the server as a command does. */
  readonly register: Register;
  /** A new browser that calls with this Host header. */
  readonly clientAt: (host: string, cookies?: Iterable<[string, string]>) => TestClient;
  /** A new browser at the address of a space. */
  readonly clientOf: (slug: string, cookies?: Iterable<[string, string]>) => TestClient;
  /** The database of a space, beside the server. It closes with the test. */
  readonly databaseOf: (slug: string) => Promise<Database>;
  /** Creates a space, as the command does. Returns the token of its first admin's link. */
  readonly create: (slug: string) => Promise<string>;
  /** Creates a space, and registers its first admin. */
  readonly createWithAdmin: (slug: string, person?: Partial<SignUp>) => Promise<TestClient & Session>;
  /** Starts another server on the same folder. On SQLite this one has to be stopped. */
  readonly restart: (changed?: TestSpacesOptions) => Promise<TestSpaces>;
}

function withHost(client: TestClient, host: string): TestClient {
  const own = { host, origin: `http://${host}` };
  const send: TestClient["send"] = (method, path, sent = {}) =>
    client.send(method, path, { ...sent, headers: { ...own, ...sent.headers } });
  return {
    cookies: client.cookies,
    send,
    get: (path, headers = {}) => send("GET", path, { headers }),
    post: (path, body = {}, headers = {}) => send("POST", path, { body, headers }),
  };
}

async function start(environment: Record<string, string>, options: TestSpacesOptions): Promise<TestSpaces> {
  const { settings = {}, engine: _, ...rest } = options;
  const log: string[] = [];
  const all = settingsOf({ SPACES: "on", ...environment, ...settings });
  const running = await startSpaces({
    settings: all,
    logger: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    webRoot: join(tmpdir(), "diapason-no-such-page"),
    version: "1.2.3",
    ...rest,
  });
  onTestFinished(running.stop);
  const register = await openRegister(all);
  onTestFinished(register.close);
  const frontDoor = new URL(running.baseUrl).host;
  const clientAt: TestSpaces["clientAt"] = (host, cookies) => withHost(createClient(running.url, cookies), host);
  const clientOf: TestSpaces["clientOf"] = (slug, cookies) => clientAt(`${slug}.${frontDoor}`, cookies);
  const clock = options.clock ?? (() => new Date());

  function create(slug: string): Promise<string> {
    return createSpace(register, { slug, name: `Équipe ${slug}`, email: MARIE.email }, clock());
  }

  async function databaseOf(slug: string): Promise<Database> {
    const database = await register.storage.open({ slug, folder: spaceFolder(all.dataDir, slug) }, { isNew: false });
    onTestFinished(database.close);
    return database;
  }

  return {
    ...running,
    databaseOf,
    environment,
    log,
    register,
    clientAt,
    clientOf,
    create,
    async createWithAdmin(slug, person = {}) {
      const invitation = await create(slug);
      const client = clientOf(slug);
      const answer = await client.post("/api/auth/sign-up/email", { ...MARIE, ...person, invitation });
      if (answer.status !== 201) throw new Error([answer.text, ...log].join("\n"));
      return { ...client, ...answer.json<Session>() };
    },
    restart: (changed = {}) => start(environment, { ...options, ...changed }),
  };
}

/** A server of many spaces on a new folder, until the end of the test that calls this. */
export async function spacesForThisTest(options: TestSpacesOptions = {}): Promise<TestSpaces> {
  const environment = await newEmptyEnvironment(options.engine ?? "sqlite");
  onTestFinished(() => removeData(environment));
  return start(environment, options);
}

/** Founds a team with one member whose address is confirmed, and an event of which they are to be reminded. */
export async function foundTeam(spaces: TestSpaces, slug: string): Promise<void> {
  const admin = await spaces.createWithAdmin(slug);
  const { kysely } = await spaces.databaseOf(slug);
  await kysely.updateTable("users").set({ email_verified: true }).execute();
  await admin.send("PUT", "/api/groups/1/members/me");
  await createEvent(admin);
}

/** How many mails a space has sent, from the log. The mail files are already deleted, by the clock of the test. */
export function mailsOf({ log }: TestSpaces, slug: string): number {
  const lines = log.map((line) => JSON.parse(line) as { space?: string; msg: string });
  return lines.filter(({ space, msg }) => space === slug && msg === "mail sent").length;
}
