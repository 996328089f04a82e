import { get } from "node:http";
import type { TestClient } from "#test/support/server/test-server.ts";

/** The `readyState` values of `EventSource`. */
const [CONNECTING, OPEN, CLOSED] = [0, 1, 2];

/** An `EventSource` with the parts that the page uses, and the cookies of `client`. Node has none of its own. */
export function openEventSource(url: string, { cookies }: Pick<TestClient, "cookies">, path: string): EventSource {
  const target = new EventTarget();
  const source = Object.assign(target, { readyState: CONNECTING, close });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const outgoing = get(url + path, { headers: { cookie, accept: "text/event-stream" }, agent: false }, (incoming) => {
    if (incoming.statusCode !== 200) return fail(CLOSED);
    source.readyState = OPEN;
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      const blocks = (text + chunk).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) dispatch(block);
    });
    incoming.on("close", () => fail(CONNECTING));
  });
  outgoing.on("error", () => fail(CONNECTING));

  function dispatch(block: string): void {
    const fields = new Map(block.split("\n").map((line) => splitAt(line, ": ")));
    const [event, data, lastEventId = ""] = ["event", "data", "id"].map((name) => fields.get(name));
    if (event !== undefined) target.dispatchEvent(new MessageEvent(event, { data, lastEventId }));
  }

  function fail(readyState: number): void {
    if (source.readyState === CLOSED) return;
    source.readyState = readyState;
    outgoing.destroy();
    target.dispatchEvent(new Event("error"));
  }

  function close(): void {
    source.readyState = CLOSED;
    outgoing.destroy();
  }

  return source as unknown as EventSource;
}

function splitAt(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + separator.length)];
}
