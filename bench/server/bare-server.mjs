/**
 * The reference for the server's benchmarks: the same calls with only `node:http` and `better-sqlite3`, without accounts,
 * checks or headers. `POST /fill` stores a month.
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import Database from "better-sqlite3";

const database = new Database(join(process.env["DATA_DIR"] ?? ".", "bare.db"));
database.pragma("journal_mode = wal");
database.pragma("synchronous = full");
database.exec(`
  create table if not exists event (
    id text primary key, group_id text, name text, date text, time text, location text
  );
  create table if not exists answer (
    event_id text, user_id text, user_name text, position text, status text, primary key (event_id, user_id)
  );
  create index if not exists event_date on event (group_id, date);
`);

const readMonth = database
  .prepare(
    `select json_group_array(json_object(
       'id', id, 'groupId', group_id, 'name', name, 'date', date, 'time', time, 'location', location,
       'availability', json((
         select json_group_array(json_object(
           'userId', user_id, 'userName', user_name, 'position', position, 'status', status
         )) from answer where event_id = chosen.id
       ))
     ))
     from (select * from event where group_id = ? and date between ? and ? order by date, time, id) as chosen`,
  )
  .pluck();
const writeAnswer = database.prepare(
  `insert into answer (event_id, user_id, status) values (?, ?, ?)
   on conflict (event_id, user_id) do update set status = excluded.status`,
);
const writeEvent = database.prepare("insert into event values (?, ?, ?, ?, ?, ?)");
const writeEntry = database.prepare("insert or ignore into answer values (?, ?, ?, ?, ?)");
const ping = database.prepare("select 1");

let month = Buffer.alloc(0);
let session = Buffer.alloc(0);
const ETAG = 'W/"0123456789012345678901"';

/** @param {{ month: string, session: string }} filling bodies of Diapason's responses */
function fill(filling) {
  for (const { availability, ...event } of JSON.parse(filling.month)) {
    writeEvent.run(event.id, event.groupId, event.name, event.date, event.time, event.location);
    for (const { userId, userName, position, status } of availability) {
      writeEntry.run(event.id, userId, userName, position, status);
    }
  }
  month = brotliCompressSync(filling.month, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  session = Buffer.from(filling.session);
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {string | Buffer} body
 * @param {Record<string, string>} headers
 */
function send(response, body, headers = {}) {
  const length = Buffer.byteLength(body);
  response.writeHead(200, { "content-type": "application/json", "content-length": length, ...headers }).end(body);
}

const server = createServer((request, response) => {
  const { method, url = "/", headers } = request;
  if (method === "GET" && url === "/stored") {
    if (headers["if-none-match"] === ETAG) return response.writeHead(304, { etag: ETAG }).end();
    return send(response, month, { etag: ETAG, "content-encoding": "br" });
  }
  if (method === "GET" && url === "/session") return send(response, session);
  if (method === "GET" && url.startsWith("/month?")) {
    const query = new URL(url, "http://localhost").searchParams;
    return send(response, String(readMonth.get(query.get("group"), query.get("from"), query.get("to"))));
  }
  if (method === "GET") {
    ping.get();
    return send(response, "{}");
  }
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (part) => (text += part));
  request.on("end", () => {
    const body = JSON.parse(text);
    if (method === "PUT") writeAnswer.run(url.slice(1), headers.cookie, body.status);
    else fill(body);
    send(response, "{}");
  });
});
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  process.stdout.write(`Diapason est prêt\u00a0: http://localhost:${address.port}\n`);
});
