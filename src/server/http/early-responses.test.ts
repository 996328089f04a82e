import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { trackResponses } from "./connection-limits.ts";
import { guardEarlyResponses } from "./http-server.ts";

/** Sends these bytes. @returns everything that the server sends until the connection is closed */
async function answerTo(port: number, ...pieces: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  let said = "";
  socket.on("data", (chunk: string) => {
    said += chunk;
    const next = rest.shift();
    if (next !== undefined) socket.write(next);
  });
  socket.on("error", () => undefined);
  const [first = "", ...rest] = pieces;
  socket.write(first);
  await once(socket, "close");
  return said;
}

const HOST = "host: planning.example.org";
const UNREADABLE = {
  "what is no HTTP": [400, "GARBAGE\r\n\r\n"],
  "more headers than there is room for": [431, `GET / HTTP/1.1\r\n${HOST}\r\nx: ${"x".repeat(17_000)}\r\n\r\n`],
  "no host": [400, "GET / HTTP/1.1\r\nconnection: close\r\n\r\n"],
  "no host, in the oldest HTTP": [400, "GET / HTTP/1.0\r\n\r\n"],
  "no path": [400, `OPTIONS * HTTP/1.1\r\n${HOST}\r\nconnection: close\r\n\r\n`],
  "a wish that nobody knows": [417, `GET / HTTP/1.1\r\n${HOST}\r\nexpect: x\r\nconnection: close\r\n\r\n`],
  "two lengths, of which a proxy may believe the other": [
    400,
    `POST / HTTP/1.1\r\n${HOST}\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
} as const;

describe("a request that reaches no route", () => {
  const server = serverForAllTests("sqlite", { settings: { BASE_URL: "https://planning.example.org" } });

  test.each(Object.entries(UNREADABLE))("is answered with every guard: %s", async (_, [status, request]) => {
    const answer = await answerTo(Number(new URL(server.url).port), request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im);
    expect(answer).toMatch(/^x-content-type-options: nosniff/im);
    expect(answer).toMatch(/^strict-transport-security: max-age=\d{8}/im);
    expect(answer.split("HTTP/1.1")).toHaveLength(2);
  });

  test("has a line in the log, without what was sent", async () => {
    await answerTo(Number(new URL(server.url).port), "GET /\u0001hush-hush HTTP/1.1\r\n\r\n");
    const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ status: 400, network: "127.0.0.1", msg: "request unreadable" });
    const answer = await answerTo(Number(new URL(server.url).port), "GET /hush-hush HTTP/1.0\r\n\r\n");
    const [, requestId] = /^x-request-id: ([\da-f-]{13})\r$/im.exec(answer) ?? [];
    expect(JSON.parse(server.log.at(-1) ?? "")).toMatchObject({ requestId, status: 400, msg: "request unreadable" });
    expect(server.log.join("")).not.toContain("hush");
  });
});

test("an answer that has begun is not cut into by what comes after its request", async () => {
  const server = createServer((_request, response) => void response.write("begun"));
  guardEarlyResponses(server, trackResponses(server), { headers: {}, logger: pino({ enabled: false }) });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await answerTo(port, `GET / HTTP/1.1\r\n${HOST}\r\n\r\n`, "GARBAGE\r\n\r\n");
  server.close();
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.split("HTTP/1.1")).toHaveLength(2);
});
