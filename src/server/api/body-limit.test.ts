import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { register } from "#test/support/server/test-server.ts";

const TOO_LARGE = "x".repeat(1024 * 1024 + 1);
/** Longer than any clean-up of a connection takes. */
const BEAT_MS = 1000;

describe("a body that is refused", () => {
  const server = serverForAllTests("sqlite", { settings: { SHARING: "on" }, beatMs: BEAT_MS });

  async function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return incoming;
  }

  test("without being read leaves its connection to the calls that come after", async () => {
    const { cookies } = await register(server);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { origin: server.url, "content-type": "application/json" };
    for (const [size, status] of [
      [TOO_LARGE, 413],
      [TOO_LARGE.slice(0, 200_000), 401],
    ] as const) {
      const refused = request(`${server.url}/api/groups`, { method: "POST", headers, agent });
      refused.end(JSON.stringify(size));
      const answer = await answerOf(refused);
      expect(answer.statusCode).toBe(status);
      await once(answer.resume(), "end");
    }
    const stream = request(`${server.url}/api/changes`, { headers: { cookie }, agent });
    stream.end();
    const events = await answerOf(stream);
    expect(stream.reusedSocket).toBe(true);
    let heard = "";
    for await (const chunk of events) {
      heard += String(chunk);
      if (heard.includes("event: beat")) break;
    }
    expect(heard).toContain("event: beat");
    agent.destroy();
  });

  test("when it turned out too long ends its connection, and says so", async () => {
    const agent = new Agent({ keepAlive: true });
    const headers = { origin: server.url, "content-type": "application/json", "transfer-encoding": "chunked" };
    const refused = request(`${server.url}/api/auth/sign-up/email`, { method: "POST", headers, agent });
    refused.end(TOO_LARGE);
    const answer = await answerOf(refused);
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, "close"]);
    agent.destroy();
  });

  test.each([
    ["announced", "content-length: 100\r\n\r\n{"],
    ["in chunks", "transfer-encoding: chunked\r\n\r\n5\r\n{"],
  ])("because its sender left in the middle of it, %s, is no failure of the server's", async (_, rest) => {
    const { host, port } = new URL(server.url);
    const head = [`POST /api/auth/sign-up/email HTTP/1.1`, `host: ${host}`, "content-type: application/json", ""];
    const logged = () => server.log.map((line) => JSON.parse(line) as { msg: string; status: number });
    const before = logged().length;
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`${head.join("\r\n")}${rest}`);
    await once(socket.resume(), "close");
    const asked = () =>
      logged()
        .slice(before)
        .filter(({ msg }) => ["request", "request failed"].includes(msg));
    await expect.poll(asked).toMatchObject([{ msg: "request", status: 400 }]);
  });
});
