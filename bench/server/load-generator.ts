/**
 * Runs in a separate process: calls servers over connections that stay open, and reports how many answers came and how
 * long each took. It writes and reads bytes itself, because a whole HTTP client would take more time than the servers.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../percentile.ts";

/** Connections that make the same kind of requests. Each sends its own, in turn and over again, one at a time. */
export interface Traffic {
  /** The ports of the servers; the connections are spread over them. */
  readonly ports: readonly number[];
  /** For each connection its requests, as they are sent. */
  readonly requests: readonly (readonly string[])[];
  /** The status of each answer. */
  readonly status: number;
  /** Requests in each second, of all connections; otherwise as many as are answered. */
  readonly perSecond?: number;
  /** How many different kinds of requests follow one another; 1 where it is left out. */
  readonly turn?: number;
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

/** Answers before the end of this time do not count. */
const WARM_UP_MS = 800;
const SECOND_MS = 1000;
const HEAD_END = "\r\n\r\n";
const CHUNKS_END = "0\r\n\r\n";
const BODILESS = new Set([204, 304]);

/** Returns a function that takes bytes, and answers with the status when an answer is complete. */
function createAnswerReader(): (bytes: Buffer) => number | null {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  /** Bytes that the body still lacks; `null` while it is not known. */
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
  /** @param number how many requests of the connection went before */
  readonly took: (milliseconds: number, number: number) => void;
}

/** Calls over one connection until the end. @param pause milliseconds from one request to the next, at least */
async function callInTurn(
  port: number,
  requests: readonly string[],
  { status, pause }: { readonly status: number; readonly pause: number },
  { start, end, took }: Measuring,
): Promise<void> {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  await once(socket, "connect");
  const read = createAnswerReader();
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
      if (sentAt >= start) took(now - sentAt, number - 1);
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
    traffic.map(async ({ ports, requests, status, perSecond, turn = 1 }) => {
      const times = Array.from({ length: turn }, (): number[] => []);
      const pause = perSecond === undefined ? 0 : (SECOND_MS * requests.length) / perSecond;
      const took = (time: number, number: number) => void times[number % turn]?.push(time);
      await Promise.all(
        requests.map(async (own, index) => {
          // Paced connections do not all send at the same moment.
          await sleep((pause * index) / requests.length);
          await callInTurn(ports[index % ports.length] ?? 0, own, { status, pause }, { start, end, took });
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
