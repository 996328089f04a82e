import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { TestClient } from "./test-server.ts";

/** One server-sent event. */
export interface StreamEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

/** An open stream of server-sent events, as its client sees it. */
export interface TestStream {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** The events received so far. */
  readonly events: readonly StreamEvent[];
  /** The first event that matches, already received or still to come. @throws Error when the stream ends first */
  readonly find: (isIt: (event: StreamEvent) => boolean) => Promise<StreamEvent>;
  /** Resolves at the end: `true` if the server ended the stream, `false` if the connection broke. */
  readonly ended: Promise<boolean>;
  /** Stops reading, but keeps the connection open. */
  readonly pause: () => void;
  readonly leave: () => void;
}

/** Parses the lines of one event. @returns `null` if it has no name */
function readEvent(block: string): StreamEvent | null {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line.replace(/^.*?: /, "")]),
  );
  const event = fields.get("event");
  if (event === undefined) return null;
  return { id: fields.get("id") ?? null, event, data: JSON.parse(fields.get("data") ?? "null") };
}

/** Opens the stream at `url` + `path` with the cookies of `client`. */
export async function openStream(
  url: string,
  { cookies }: Pick<TestClient, "cookies">,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestStream> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const outgoing = request(url + path, { headers: { cookie, ...headers }, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const events: StreamEvent[] = [];
  const ended = Promise.withResolvers<boolean>();
  let grew = Promise.withResolvers<void>();
  let text = "";
  incoming.setEncoding("utf8");
  incoming.on("data", (chunk: string) => {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop() ?? "";
    events.push(...blocks.map(readEvent).filter((event) => event !== null));
    grew.resolve();
    grew = Promise.withResolvers();
  });
  // After a broken connection "close" follows, too.
  incoming.on("error", () => undefined);
  incoming.on("close", () => ended.resolve(incoming.complete));
  async function find(isIt: (event: StreamEvent) => boolean, from = 0): Promise<StreamEvent> {
    const found = events.slice(from).find(isIt);
    if (found !== undefined) return found;
    const [seen, next] = [events.length, grew.promise];
    const hasGrown = await Promise.race([next.then(() => true), ended.promise.then(() => events.length > seen)]);
    if (!hasGrown) throw new Error(`The stream ended after ${events.length} events`);
    return find(isIt, seen);
  }
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events,
    find: (isIt) => find(isIt),
    ended: ended.promise,
    pause: () => void incoming.pause(),
    leave: () => void incoming.destroy(),
  };
}
