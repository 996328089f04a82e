import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { oneAtATime } from "./connection-limits.ts";

const LARGE = Buffer.alloc(16 * 1024 * 1024, "x");

function get(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, "host: localhost", ...headers, "", ""].join("\r\n");
}

function repeated(count: number, path: string): string {
  return Array.from({ length: count }, (_, index) => get(`${path}${index}`)).join("");
}

/** Everything received on a connection until one side closes it. */
async function untilClosed(socket: Socket): Promise<string> {
  let said = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (said += chunk));
  await new Promise((resolve) => socket.once("close", resolve));
  return said;
}

describe("requests that come before the one before them is answered", () => {
  let server: Server;
  const sockets: Socket[] = [];

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  async function listen(answer: RequestListener): Promise<void> {
    server = createServer(oneAtATime(answer)).listen(0, "127.0.0.1");
    await once(server, "listening");
  }

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }

  test("are answered one after the other, in their order", async () => {
    const active = { now: 0, most: 0 };
    await listen((request, response) => {
      active.now += 1;
      active.most = Math.max(active.most, active.now);
      setImmediate(() => {
        active.now -= 1;
        response.end(`answer to ${request.url}\n`);
      });
    });
    const socket = await open();
    socket.write(repeated(15, "/") + get("/last", "connection: close"));
    const answers = (await untilClosed(socket)).match(/answer to \S+/g);
    expect(answers).toEqual([...Array.from({ length: 15 }, (_, index) => `answer to /${index}`), "answer to /last"]);
    expect(active.most).toBe(1);
  });

  test("with bodies are answered as they were sent", async () => {
    await listen((request, response) => void request.pipe(response));
    const socket = await open();
    const post = (body: string, ...headers: string[]) =>
      ["POST / HTTP/1.1", "host: localhost", `content-length: ${body.length}`, ...headers, "", body].join("\r\n");
    socket.write(post("first") + post("second") + post("third", "connection: close"));
    expect((await untilClosed(socket)).match(/first|second|third/g)).toEqual(["first", "second", "third"]);
  });

  test("and are more than any browser sends end their connection, and most are never looked at", async () => {
    let looked = 0;
    await listen((_request, response) => {
      looked += 1;
      setImmediate(() => response.end("x"));
    });
    const socket = await open();
    socket.write(repeated(1000, "/"));
    await untilClosed(socket);
    expect(looked).toBeLessThan(20);
    const other = await open();
    other.write(get("/", "connection: close"));
    expect(await untilClosed(other)).toContain("200 OK");
  });

  test.each([
    ["headers", get("/waiting", `x: ${"x".repeat(15_000)}`).repeat(10)],
    ["an announced body", "POST /waiting HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n"],
    ["a body of any length", "POST /waiting HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"],
  ])("and hold more bytes than any browser sends end their connection: %s", async (_, waiting) => {
    await listen(() => undefined);
    const socket = await open();
    socket.write(get("/never") + waiting);
    expect(await untilClosed(socket)).toBe("");
  });

  test("by somebody who reads no answer wait: no second answer is made", async () => {
    const asked: string[] = [];
    await listen((request, response) => {
      asked.push(String(request.url));
      response.end(LARGE);
    });
    const socket = await open();
    socket.pause();
    socket.write(repeated(10, "/large-"));
    const neighbour = await open();
    neighbour.write(get("/neighbour", "connection: close"));
    expect((await untilClosed(neighbour)).length).toBeGreaterThan(LARGE.length);
    expect(asked).toEqual(["/large-0", "/neighbour"]);
  });

  test("and whose sender left are not looked at", async () => {
    const asked: string[] = [];
    await listen((request) => void asked.push(String(request.url)));
    const socket = await open();
    socket.write(repeated(3, "/"));
    await expect.poll(() => asked).toEqual(["/0"]);
    socket.destroy();
    const other = await open();
    other.write(get("/other"));
    await expect.poll(() => asked).toEqual(["/0", "/other"]);
  });
});

test("a thousand requests at once on one connection of the whole server cost less than twenty", async () => {
  const server = await serverForThisTest("sqlite");
  const { host, port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  const closed = untilClosed(socket);
  socket.write(`GET /api/openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(1000));
  const health = await server.client().get("/api/health");
  expect(health.status).toBe(200);
  await closed;
  expect(server.log.filter((line) => line.includes("/api/openapi.json")).length).toBeLessThan(20);
});
