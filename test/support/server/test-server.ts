import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { inject } from "vitest";
import type { SignUp } from "#contract/account-forms.ts";
import type { Session } from "#contract/accounts.ts";
import type { Database, Engine } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { readSettings, type Settings } from "./env.ts";
import type { ConnectionLimits } from "./http/connection-limits.ts";
import { startServer } from "./server.ts";

export const ENGINES: readonly Engine[] = ["sqlite", "postgres"];

/** Settings that name a new, empty database of this engine, in an empty folder of its own. */
export async function newEnvironment(engine: Engine): Promise<Record<string, string>> {
  const dataDir = join(await mkdtemp(join(tmpdir(), "diapason-server-")), "data");
  return { DATA_DIR: dataDir, ...(engine === "postgres" && { DATABASE_URL: await newPostgresDatabase() }) };
}

async function newPostgresDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client(`${inject("postgresUrl")}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${inject("postgresUrl")}/${name}`;
}

export function settingsOf(environment: Record<string, string>): Settings {
  const { settings, problems } = readSettings({ PORT: "0", ...environment });
  if (problems !== undefined) throw new Error(problems.join("\n"));
  return settings;
}

export interface TestServer {
  /** Without a trailing slash; the port is one that was free. */
  readonly url: string;
  readonly database: Database;
  /** What the server logged: one JSON object a line. */
  readonly log: readonly string[];
  /** What the router knows: `GET /api/users`, parameters in braces. */
  readonly routes: readonly string[];
  readonly client: () => TestClient;
  readonly stop: () => Promise<void>;
}

interface TestServerOptions {
  readonly webRoot?: string;
  readonly clock?: () => Date;
  readonly beatMs?: number;
  readonly connectionLimits?: ConnectionLimits;
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
  const { stop, url, app } = running;
  const routes = app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  return { url, database, log, routes, stop, client: () => createClient(url) };
}

export async function removeData({ DATA_DIR = "" }: Record<string, string>): Promise<void> {
  await rm(join(DATA_DIR, ".."), { recursive: true, force: true });
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  // What a body holds is for each test to say: its type is the caller's word.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  readonly json: <T = Record<string, unknown>>() => T;
}

export interface Sent {
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string>;
}

/** A browser of sorts: keeps cookies, names its origin on writes. */
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
  method: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
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

export function createClient(url: string): TestClient {
  const cookies = new Map<string, string>();
  async function send(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
    const isWrite = method !== "GET" && method !== "HEAD";
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await exchange(
      url + path,
      method,
      {
        ...(isWrite && { origin: url }),
        ...(cookie && { cookie }),
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      payload,
    );
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

/** Registers `person` on a browser of their own. */
export async function register(server: TestServer, person: Partial<SignUp> = {}): Promise<TestClient & Session> {
  const client = server.client();
  const answer = await client.post("/api/auth/sign-up/email", { ...MARIE, ...person });
  if (answer.status !== 201) throw new Error(answer.text);
  return { ...client, ...answer.json<Session>() };
}

/** Signs the default admin in on a browser of its own. */
export async function signInDefaultAdmin(server: TestServer): Promise<TestClient & Session> {
  const client = server.client();
  const credentials = { email: "admin@diapason.example", password: "whatever" };
  const answer = await client.post("/api/auth/sign-in/email", credentials);
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...client, ...answer.json<Session>() };
}
