/**
 * Run in a process of its own: opens a stream of events for each cookie it is given, then makes changes, one by one, and
 * tells after how many milliseconds each stream had heard of each.
 */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Hearing = {
  streams: string;
  cookies: string[];
  change: { url: string; method: string; headers: Record<string, string> };
  changes: number;
};

/** Connections that are opened at once: a server's queue of those it has not taken yet holds 511. */
const OPENED_AT_ONCE = 50;
const PAUSE_MS = 100;

type Stream = { hearNext: () => Promise<number> };

const [hearing] = (await once(process, "message")) as [Hearing];
const streams: Stream[] = [];
while (streams.length < hearing.cookies.length) {
  const cookies = hearing.cookies.slice(streams.length, streams.length + OPENED_AT_ONCE);
  streams.push(...(await Promise.all(cookies.map((cookie) => open(hearing.streams, cookie)))));
}
process.send?.("open");
await once(process, "message");
const milliseconds: number[] = [];
for (let number = 1; number <= hearing.changes; number += 1) {
  const heard = Promise.all(streams.map(({ hearNext }) => hearNext()));
  const start = performance.now();
  await make(hearing.change, number);
  milliseconds.push(...(await heard).map((time) => time - start));
  await sleep(PAUSE_MS);
}
process.send?.(milliseconds);

/** Resolves once the stream has said something. */
async function open(url: string, cookie: string): Promise<Stream> {
  const outgoing = request(url, { headers: { cookie }, agent: new Agent() });
  outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  if (incoming.statusCode !== 200) throw new Error(`a stream was refused with ${incoming.statusCode}`);
  let heard = Promise.withResolvers<number>();
  incoming.on("data", (chunk: Buffer) => {
    if (chunk.includes("event: change")) heard.resolve(performance.now());
  });
  await once(incoming, "data");
  return {
    hearNext() {
      heard = Promise.withResolvers();
      return heard.promise;
    },
  };
}

async function make({ url, ...change }: Hearing["change"], number: number): Promise<void> {
  const { ok, status } = await fetch(url, { ...change, body: JSON.stringify({ name: `Louange ${number}` }) });
  if (!ok) throw new Error(`a change was refused with ${status}`);
}
