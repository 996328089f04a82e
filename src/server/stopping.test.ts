import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "#test/support/postgres/start-postgres.ts";
import { runScript, type TestProcess } from "#test/support/server/test-process.ts";
import { createClient, MARIE, newEnvironment, removeData } from "#test/support/server/test-server.ts";
import { openStream } from "#test/support/server/test-stream.ts";

/** Supervisors send SIGKILL after ten seconds. */
const LONGEST_STOP_MS = 9000;
/** One second for the product, and one for a busy machine. */
const SOON_MS = 2000;
const AGAIN_MS = 100;

let environment: Record<string, string>;
let running: TestProcess;
let sockets: Socket[];

beforeEach(async () => {
  environment = await newEnvironment("sqlite");
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  running.child.kill("SIGKILL");
  await running.end();
  await removeData(environment);
});

async function start(settings: Record<string, string> = {}): Promise<string> {
  running = runScript("main.ts", { ...environment, ...settings });
  return running.ready();
}

/** Opens a connection, and sends only this text. */
async function open(url: string, text = ""): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

/** The head of a registration whose body has `length` bytes. */
function signUpHead(url: string, length: number): string {
  const headers = [`host: ${new URL(url).host}`, `origin: ${url}`, "content-type: application/json"];
  return ["POST /api/auth/sign-up/email HTTP/1.1", ...headers, `content-length: ${length}`, "", ""].join("\r\n");
}

/** Milliseconds from a signal to the end of the process, and its exit code. */
async function endAfter(signal: NodeJS.Signals): Promise<{ milliseconds: number; exitCode: number | null }> {
  const from = performance.now();
  running.child.kill(signal);
  const exitCode = await running.end();
  return { milliseconds: performance.now() - from, exitCode };
}

async function refusesConnections(url: string): Promise<void> {
  await expect.poll(() => open(url).catch((error: NodeJS.ErrnoException) => error.code)).toBe("ECONNREFUSED");
}

/** A mail server that accepts connections and sends nothing. */
async function startSilentMailServer(): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

test("SIGTERM ends it at once while only idle, silent and half-text connections and streams are open", async () => {
  const url = await start({ SHARING: "on" });
  const client = createClient(url);
  expect((await client.post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
  await open(url);
  await open(url, "GET /api/health HTTP/1.1\r\nhost: ");
  const kept = await open(url, `GET /api/health HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`);
  await once(kept, "data");
  const stream = await openStream(url, client, "/api/changes");
  await stream.find(({ event }) => event === "ready");
  const { milliseconds, exitCode } = await endAfter("SIGTERM");
  expect(exitCode).toBe(0);
  expect(milliseconds).toBeLessThan(SOON_MS);
  expect(await stream.ended).toBe(true);
});

test("a request of which the body is still on its way is answered, though npm and a terminal send the signal twice", async () => {
  const url = await start();
  const body = JSON.stringify(MARIE);
  const socket = await open(url, signUpHead(url, body.length) + body.slice(0, 10));
  // A later call on another connection is answered, so the server has the head of the request above.
  expect((await createClient(url).get("/api/health")).status).toBe(200);
  running.child.kill("SIGTERM");
  running.child.kill("SIGINT");
  await refusesConnections(url);
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  socket.write(body.slice(10));
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await running.end()).toBe(0);
});

describe("a stop while something hangs", () => {
  test("ends before a supervisor kills, with a request of which the body never comes", async () => {
    const url = await start();
    await open(url, `${signUpHead(url, 1000)}{`);
    expect((await createClient(url).get("/api/health")).status).toBe(200);
    const { milliseconds } = await endAfter("SIGTERM");
    expect(milliseconds).toBeLessThan(LONGEST_STOP_MS);
  });

  test("ends at once when it is asked again", async () => {
    const url = await start();
    await open(url, `${signUpHead(url, 1000)}{`);
    expect((await createClient(url).get("/api/health")).status).toBe(200);
    running.child.kill("SIGTERM");
    await refusesConnections(url);
    const { child } = running;
    const asking = setInterval(() => child.kill("SIGTERM"), AGAIN_MS);
    const from = performance.now();
    const exitCode = await running.end().finally(() => clearInterval(asking));
    expect(exitCode).toBe(1);
    expect(performance.now() - from).toBeLessThan(SOON_MS);
  });

  test("ends soon with a mail server that says nothing and an idle connection", async () => {
    const mail = await startSilentMailServer();
    const url = await start({ MAIL_URL: mail.url });
    const client = createClient(url);
    expect((await client.post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
    const connected = once(mail.server, "connection");
    expect((await client.post("/api/auth/request-password-reset", { email: MARIE.email })).status).toBe(200);
    await connected;
    await open(url);
    const { milliseconds, exitCode } = await endAfter("SIGTERM");
    expect(exitCode).toBe(0);
    expect(milliseconds).toBeLessThan(LONGEST_STOP_MS / 2);
    mail.server.close();
  });

  describe("with a PostgreSQL that stands still", () => {
    let postgres: TestPostgres;

    beforeEach(async () => {
      postgres = await startPostgres();
    });
    afterEach(async () => {
      await postgres.resume();
      await postgres.remove();
    });

    test("ends before a supervisor kills, idle or with requests under way", async () => {
      const url = await start({ DATABASE_URL: `${postgres.url}/postgres`, SHARING: "on" });
      const client = createClient(url);
      expect((await client.post("/api/auth/sign-up/email", MARIE)).status).toBe(201);
      const stream = await openStream(url, client, "/api/changes");
      await stream.find(({ event }) => event === "ready");
      await postgres.suspend();
      const answers = Promise.allSettled(
        ["/api/health", "/api/users", "/api/groups", "/api/config"].map((path) => client.get(path)),
      );
      const { milliseconds } = await endAfter("SIGTERM");
      expect(milliseconds).toBeLessThan(LONGEST_STOP_MS);
      await answers;
    });
  });
});
