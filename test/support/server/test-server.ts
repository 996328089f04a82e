import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { Agent, request, type RequestOptions } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { inject } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignUp } from "#contract/sign-in/sign-in.ts";
import type { RenderPage } from "#contract/visit/visit-data.ts";
import type { Database, Engine } from "#server/database/database.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { readSettings, type Settings } from "#server/env.ts";
import type { ConnectionLimits } from "#server/http/connection-limits.ts";
import type { PushReach } from "#server/notifications/push/push-request.ts";
import type { PeerOwners } from "#server/peer/peer-owner.ts";
import { startServer } from "#server/server.ts";
import { createPostgresDatabase, dropPostgresDatabase, MIGRATED } from "../postgres/postgres-database.ts";
import { memoryFolder } from "../process/memory-folder.ts";
import { copyMigratedFile } from "../sqlite/migrated-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the PostgreSQL server without a database name, provided by test-databases.ts. */
    postgresUrl: string;
    /** A data folder whose SQLite file has its tables, provided by test-databases.ts. */
    migratedFolder: string;
    /** The folder with the built server of this run, provided by test-build.ts. */
    serverFolder: string;
  }
}

export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];
/** For tests whose result does not depend on the engine. Tests in other files run the same statements on PostgreSQL. */
export const EITHER_ENGINE: readonly Engine[] = ["sqlite"];

/**
 * Settings with a new database of this engine and a new data folder. The database has its tables already, because
 * creating them would take half of a test server's start or more.
 */
export async function newEnvironment(engine: Engine): Promise<Record<string, string>> {
  if (engine === "postgres") return postgresEnvironment(MIGRATED);
  const dataDir = await newDataDir();
  await mkdir(dataDir, { mode: 0o700 });
  await copyMigratedFile(inject("migratedFolder"), dataDir);
  return { DATA_DIR: dataDir };
}

/** Like `newEnvironment`, but without tables, as at an operator's first start. */
export async function newEmptyEnvironment(engine: Engine): Promise<Record<string, string>> {
  return engine === "postgres" ? postgresEnvironment() : { DATA_DIR: await newDataDir() };
}

/** A path in a new folder. The data folder itself is not there yet. */
async function newDataDir(): Promise<string> {
  return join(await mkdtemp(join(memoryFolder(), "diapason-server-")), "data");
}

async function postgresEnvironment(template?: string): Promise<Record<string, string>> {
  const dataDir = await newDataDir();
  const name = `test_${randomBytes(8).toString("hex")}`;
  return { DATA_DIR: dataDir, DATABASE_URL: await createPostgresDatabase(inject("postgresUrl"), name, template) };
}

export function settingsOf(environment: Record<string, string>): Settings {
  const { settings, problems } = readSettings({ PORT: "0", ...environment });
  if (problems !== undefined) throw new Error(problems.join("\n"));
  return settings;
}

export interface TestServer {
  /** Without a trailing slash. The port was free. */
  readonly url: string;
  readonly database: Database;
  /** What the server logged: one JSON object a line. */
  readonly log: readonly string[];
  /** The routes, such as `GET /api/users`, with parameters in braces. */
  readonly routes: readonly string[];
  /** A new browser with these cookies. */
  readonly client: (cookies?: Iterable<[string, string]>) => TestClient;
  /** Makes the server look for due jobs, after the clock of the test was moved. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
}

export interface TestServerOptions {
  readonly webRoot?: string;
  readonly renderPage?: RenderPage;
  readonly clock?: () => Date;
  readonly beatMs?: number;
  readonly connectionLimits?: ConnectionLimits;
  readonly peers?: PeerOwners;
  readonly pushReach?: PushReach;
}

/** Starts the whole server on a real database and a real port, in this process. */
export async function startTestServer(
  environment: Record<string, string>,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const log: string[] = [];
  const opened: Database[] = [];
  const running = await startServer({
    settings: settingsOf(environment),
    logger: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    webRoot: join(tmpdir(), "diapason-no-such-page"),
    version: "1.2.3",
    async openDatabase(settings) {
      const database = await openDatabase(settings);
      opened.push(database);
      return database;
    },
    ...options,
  });
  const [database] = opened;
  if (database === undefined) throw new Error("no database");
  const { stop, url, app, wake } = running;
  const routes = app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  return { url, database, log, routes, wake, stop, client: (kept) => createClient(url, kept) };
}

/** Removes what `newEnvironment` made. A PostgreSQL server that the test started itself keeps its databases. */
export async function removeData({ DATA_DIR, DATABASE_URL }: Record<string, string>): Promise<void> {
  // Without it the path would name the folder above the working directory.
  if (DATA_DIR === undefined) throw new Error("no data folder to remove");
  const [postgresUrl, name] = [inject("postgresUrl"), DATABASE_URL?.split("/").at(-1)];
  // Databases are in memory, and each takes 8 MB.
  if (name !== undefined && DATABASE_URL === `${postgresUrl}/${name}`) await dropPostgresDatabase(postgresUrl, name);
  await rm(join(DATA_DIR, ".."), { recursive: true, force: true });
}

/** An HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  // Not checked: each test names the type that it expects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  readonly json: <T = Record<string, unknown>>() => T;
}

export interface Sent {
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string>;
}

/** A simple browser: it keeps cookies, and sends its origin with writes. Each error must be one that the call documents. */
export interface TestClient {
  readonly cookies: Map<string, string>;
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Answer>;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
}

function keepCookies(cookies: Map<string, string>, setCookie: readonly string[]): void {
  for (const line of setCookie) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

function exchange(
  url: string,
  { body, ...options }: RequestOptions & { readonly body: string | Buffer | undefined },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const status = incoming.statusCode ?? 0;
        resolve({ status, headers: incoming.headers, text, json: () => JSON.parse(text) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/**
 * A browser that starts with the cookies `kept`. Connections are reused (`keepAlive`), as in a browser, and because the
 * server asks the system once for each connection which user owns it, which takes longer than most calls.
 */
export function createClient(url: string, kept: Iterable<[string, string]> = [], keepAlive = true): TestClient {
  const cookies = new Map(kept);
  const agent = new Agent({ keepAlive });
  async function send(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
    const isWrite = method !== "GET" && method !== "HEAD";
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await exchange(url + path, {
      method,
      agent,
      headers: {
        ...(isWrite && { origin: url }),
        ...(cookie && { cookie }),
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: payload,
    });
    keepCookies(cookies, [answer.headers["set-cookie"] ?? []].flat());
    return answer;
  }
  return {
    cookies,
    send,
    get: (path, headers = {}) => send("GET", path, { headers }),
    post: (path, body = {}, headers = {}) => send("POST", path, { body, headers }),
  };
}

export const MARIE: SignUp = {
  firstName: "Marie",
  lastName: "Petit",
  email: "marie@example.org",
  password: "secret1",
  positions: ["Voix", "Lead"],
};

/** Registers `person` on a new client. Missing fields are those of Marie. */
export async function register(
  server: Pick<TestServer, "client">,
  person: Partial<SignUp> = {},
): Promise<TestClient & Session> {
  const client = server.client();
  const answer = await client.post("/api/auth/sign-up/email", { ...MARIE, ...person });
  if (answer.status !== 201) throw new Error(answer.text);
  return { ...client, ...answer.json<Session>() };
}

/** Signs the default admin in on a new client. */
export async function signInDefaultAdmin(server: Pick<TestServer, "client">): Promise<TestClient & Session> {
  const client = server.client();
  const credentials = { email: "admin@diapason.example", password: "whatever" };
  const answer = await client.post("/api/auth/sign-in/email", credentials);
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...client, ...answer.json<Session>() };
}

let newcomers = 0;

/** Registers a person under a new e-mail address. */
export function registerNewcomer(
  server: Pick<TestServer, "client">,
  person: Partial<SignUp> = {},
): Promise<TestClient & Session> {
  newcomers += 1;
  return register(server, { email: `person-${newcomers}@example.org`, ...person });
}

/** The same person and browser on this server: another process than before, or the one after a restart. */
export function continueOn<Person extends TestClient>(server: Pick<TestServer, "client">, person: Person): Person {
  return { ...person, ...server.client(person.cookies) };
}
