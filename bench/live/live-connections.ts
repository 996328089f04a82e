import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addSignedIn, sessionCookie } from "#test/support/process/signed-in-people.ts";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";
import { readSecret } from "../../src/server/auth/secret.ts";
import { openDatabase } from "../../src/server/database/open-database.ts";
import { residentMegabytes } from "../memory.ts";
import { percentile } from "../percentile.ts";
import type { Row, Table } from "../table.ts";
import { signInAdmin } from "../team/start-team.ts";
import type { Job } from "./live-receivers.ts";

const FEW = 1000;
/** More than the server accepts from one address, unless a trusted proxy has this address. */
const MANY = 5000;
const BEHIND_PROXY = { TRUSTED_PROXY: "127.0.0.1" };
const CHANGES = 30;
const MOST_P99_MS = 500;
const MOST_GROWTH_MB = 60;
/** Long enough for the heap to settle. */
const SETTLE_MS = 5000;
/** An SQL statement has a limit of values. */
const ROWS_AT_ONCE = 1000;

const RECEIVERS = join(import.meta.dirname, "live-receivers.ts");
/** A bare server that answers each POST with an event on all streams. The event is as long as Diapason's. */
const BARE = `
const streams = new Set();
const event = "id: 1\\nevent: change\\ndata: {\\"type\\":\\"group.renamed\\",\\"groupId\\":\\"1\\",\\"name\\":\\"Louange 1\\"}\\n\\n";
const server = require("http").createServer((request, response) => {
  if (request.method === "POST") {
    for (const stream of streams) stream.write(event);
    return response.end();
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("event: ready\\ndata: {}\\n\\n");
  streams.add(response);
});
server.listen(0, () => console.log("Diapason est prêt\u00a0: http://localhost:" + server.address().port));`;

type Measured = { milliseconds: number[]; growth: number };

/**
 * How soon a change reaches 1,000 people, each on their own connection, and how much memory the connections need; then
 * the same with 5,000 people. Reference: a bare server.
 */
export async function measureLiveConnections(): Promise<Table[]> {
  const tables: Table[] = [];
  for (const connections of [FEW, MANY]) {
    const bare = await measureBare(connections);
    const own = await measureDiapason(connections);
    tables.push({
      title: `${connections.toLocaleString("en")} live connections`,
      rows: rowsOf(connections, own, bare),
    });
  }
  return tables;
}

function rowsOf(connections: number, own: Measured, bare: Measured): Row[] {
  const row = (name: string, share: number) => ({
    name,
    value: percentile(own.milliseconds, share),
    unit: "ms" as const,
    reference: percentile(bare.milliseconds, share),
  });
  const goal = (reach: number) => (connections === FEW ? { goal: { of: "value", reach } as const } : {});
  return [
    row("a change is received, p50", 0.5),
    { ...row("a change is received, p99", 0.99), ...goal(MOST_P99_MS) },
    {
      name: "memory of all connections",
      value: own.growth,
      unit: "MB",
      reference: bare.growth,
      ...goal(MOST_GROWTH_MB),
      detail: `as many sessions, ${CHANGES} changes`,
    },
  ];
}

async function measureBare(connections: number): Promise<Measured> {
  const server = await startDiapason({}, [process.execPath, "-e", BARE]);
  const change = { url: server.url, method: "POST", headers: {} };
  return measure(server, { streams: server.url, cookies: Array<string>(connections).fill(""), change });
}

async function measureDiapason(connections: number): Promise<Measured> {
  const server = await startDiapason({ SHARING: "on", ...(connections > FEW && BEHIND_PROXY) });
  const { url } = server;
  const cookies = await addMembers(server.dataDir, connections);
  const headers = { "content-type": "application/json", origin: url, cookie: await signInAdmin(url) };
  const change = { url: `${url}/api/groups/1`, method: "PATCH", headers };
  return measure(server, { streams: `${url}/api/changes`, cookies, change });
}

/** Starts live-receivers.ts in another process, which opens the streams and makes the changes. Then stops the server. */
async function measure(server: Diapason, job: Omit<Job, "changes">): Promise<Measured> {
  await sleep(SETTLE_MS);
  const before = await residentMegabytes(server.pid);
  const receivers = fork(RECEIVERS);
  receivers.send({ ...job, changes: CHANGES });
  await nextMessage(receivers);
  receivers.send("go");
  const milliseconds = (await nextMessage(receivers)) as number[];
  await sleep(SETTLE_MS);
  const growth = (await residentMegabytes(server.pid)) - before;
  receivers.kill();
  await server.stop();
  return { milliseconds, growth };
}

async function nextMessage(receivers: ReturnType<typeof fork>): Promise<unknown> {
  const failed = once(receivers, "exit").then(([code]) => {
    throw new Error(`the receivers ended with ${String(code)}`);
  });
  const [message] = (await Promise.race([once(receivers, "message"), failed])) as [unknown];
  return message;
}

/** Adds members of group 1, each with a session, to the database of a running server; returns their cookies. */
async function addMembers(dataDir: string, count: number): Promise<string[]> {
  const secret = await readSecret({ authSecret: null, dataDir });
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const ids = Array.from({ length: count }, () => randomUUID());
  await addSignedIn(
    database.kysely,
    ids.map((id) => ({ id, email: `${id}@example.org`, isAdmin: false, sessions: [{ id, token: id }] })),
  );
  const memberships = ids.map((id) => ({ group_id: "1", user_id: id, joined_at: new Date() }));
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const rows = memberships.slice(first, first + ROWS_AT_ONCE);
    await database.kysely.insertInto("group_member").values(rows).execute();
  }
  await database.close();
  return ids.map((token) => sessionCookie(secret, token));
}
