/**
 * Runs in a separate process, for live-connections.ts: opens an event stream for each cookie, makes the changes one by
 * one, and reports after how many milliseconds each stream received each change.
 */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Job = {
  streams: string;
  cookies: string[];
  change: { url: string; method: string; headers: Record<string, string> };
  changes: number;
};

/** Connections opened at the same time: a server's backlog of connections not yet accepted holds 511. */
const OPENED_AT_ONCE = 50;
const PAUSE_MS = 100;

type Stream = { nextChange: () => Promise<number> };

const [job] = (await once(process, "message")) as [Job];
const streams: Stream[] = [];
while (streams.length < job.cookies.length) {
  const cookies = job.cookies.slice(streams.length, streams.length + OPENED_AT_ONCE);
  streams.push(...(await Promise.all(cookies.map((cookie) => openStream(job.streams, cookie)))));
}
process.send?.("open");
await once(process, "message");
const milliseconds: number[] = [];
for (let number = 1; number <= job.changes; number += 1) {
  const received = Promise.all(streams.map(({ nextChange }) => nextChange()));
  const start = performance.now();
  await makeChange(job.change, number);
  milliseconds.push(...(await received).map((time) => time - start));
  await sleep(PAUSE_MS);
}
process.send?.(milliseconds);

/** Resolves once the stream has received its first data. */
async function openStream(url: string, cookie: string): Promise<Stream> {
  const outgoing = request(url, { headers: { cookie }, agent: new Agent() });
  outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  if (incoming.statusCode !== 200) throw new Error(`a stream was refused with ${incoming.statusCode}`);
  let received = Promise.withResolvers<number>();
  incoming.on("data", (chunk: Buffer) => {
    if (chunk.includes("event: change")) received.resolve(performance.now());
  });
  await once(incoming, "data");
  return {
    nextChange() {
      received = Promise.withResolvers();
      return received.promise;
    },
  };
}

async function makeChange({ url, ...change }: Job["change"], number: number): Promise<void> {
  const { ok, status } = await fetch(url, { ...change, body: JSON.stringify({ name: `Louange ${number}` }) });
  if (!ok) throw new Error(`a change was refused with ${status}`);
}
