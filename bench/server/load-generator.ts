/**
 * Runs in a separate process: calls servers over keep-alive connections, and reports the number and the duration of
 * responses. It parses HTTP itself, because a complete HTTP client would take more CPU time than the servers.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../percentile.ts";

/** Connections of one kind. Each sends its own requests one at a time, in turn and again from the first. */
export interface Traffic {
  /** The ports of the servers; the connections are spread over them. */
  readonly ports: readonly number[];
  /** For each connection its requests, as they are sent. */
  readonly requests: readonly (readonly string[])[];
  /** The status that each response must have. */
  readonly status: number;
  /** Requests per second of all connections together. Left out: as many as the servers answer. */
  readonly perSecond?: number;
  /** How many kinds of requests alternate on each connection. Left out: one. */
  readonly kinds?: number;
}

/** All traffic runs at the same time. */
export interface Job {
  readonly traffic: readonly Traffic[];
  readonly milliseconds: number;
}

export interface Result {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** For each kind of request. */
  readonly p50s: readonly number[];
}

/** Responses before the end of this time do not count. */
const WARM_UP_MS = 800;
const SECOND_MS = 1000;
const HEAD_END = "\r\n\r\n";
const CHUNKS_END = "0\r\n\r\n";
const BODILESS = new Set([204, 304]);

/** Returns a function that takes the next bytes. It returns the status when they complete a response, else `null`. */
function createResponseReader(): (bytes: Buffer) => number | null {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  /** Bytes that the body still lacks; `null` before its head is read. */
  let missing: number | null = null;
  let isChunked = false;
  let tail = "";

  function readHead(bytes: Buffer): Buffer | null {
    head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
    const end = head.indexOf(HEAD_END);
    if (end === -1) return null;
    const text = head.toString("latin1", 0, end);
    const body = head.subarray(end + HEAD_END.length);
    status = Number(text.slice(9, 12));
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    isChunked = length === undefined && !BODILESS.has(status);
    missing = BODILESS.has(status) ? 0 : Number(length ?? 0);
    head = Buffer.alloc(0);
    return body;
  }

  return function read(bytes) {
    const body = missing === null ? readHead(bytes) : bytes;
    if (body === null || missing === null) return null;
    missing -= body.length;
    tail = isChunked ? (tail + body.toString("latin1")).slice(-CHUNKS_END.length) : "";
    if (isChunked ? tail !== CHUNKS_END : missing > 0) return null;
    missing = null;
    tail = "";
    return status;
  };
}

interface Measuring {
  /** Times of `performance.now`. */
  readonly start: number;
  readonly end: number;
  /** @param number the index of the request on its connection */
  readonly record: (milliseconds: number, number: number) => void;
}

/** Calls over one connection until the end. @param pause milliseconds from one request to the next, at least */
async function callInTurn(
  port: number,
  requests: readonly string[],
  { status, pause }: { readonly status: number; readonly pause: number },
  { start, end, record }: Measuring,
): Promise<void> {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  await once(socket, "connect");
  const read = createResponseReader();
  const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>();
  let number = 0;
  let sentAt = 0;
  function send(): void {
    sentAt = performance.now();
    socket.write(requests[number % requests.length] ?? "");
    number += 1;
  }
  socket.on("data", (bytes: Buffer) => {
    const answered = read(bytes);
    if (answered === null) return;
    const now = performance.now();
    if (answered !== status) reject(new Error(`answered with ${answered} instead of ${status}`));
    else if (now > end) resolve(undefined);
    else {
      if (sentAt >= start) record(now - sentAt, number - 1);
      if (pause === 0) send();
      else setTimeout(send, Math.max(0, sentAt + pause - now));
    }
  });
  socket.once("error", reject);
  socket.once("close", () => reject(new Error("the server closed a connection")));
  send();
  await ended;
  socket.destroy();
}

async function run({ traffic, milliseconds }: Job): Promise<Result[]> {
  const start = performance.now() + WARM_UP_MS;
  const end = start + milliseconds;
  return Promise.all(
    traffic.map(async ({ ports, requests, status, perSecond, kinds = 1 }) => {
      const times = Array.from({ length: kinds }, (): number[] => []);
      const pause = perSecond === undefined ? 0 : (SECOND_MS * requests.length) / perSecond;
      const record = (time: number, number: number) => void times[number % kinds]?.push(time);
      await Promise.all(
        requests.map(async (own, index) => {
          // Paced connections do not all send at the same moment.
          await sleep((pause * index) / requests.length);
          await callInTurn(ports[index % ports.length] ?? 0, own, { status, pause }, { start, end, record });
        }),
      );
      const all = times.flat();
      return {
        perSecond: (all.length * SECOND_MS) / milliseconds,
        p50: percentile(all, 0.5),
        p99: percentile(all, 0.99),
        p50s: times.map((kind) => percentile(kind, 0.5)),
      };
    }),
  );
}

process.on("message", (job: Job) => {
  run(job).then(
    (results) => process.send?.(results),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
