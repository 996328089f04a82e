import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, BlockList, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { CONNECTION_LIMITS, limitConnections, trackResponses } from "./connection-limits.ts";

/** The product's limits with short times. */
const SHORT = {
  ...CONNECTION_LIMITS,
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  silenceTimeout: 1000,
  maxConnectionsOfNetwork: 5,
};

const standard = serverForAllTests("sqlite");

describe("a client that keeps the server waiting", () => {
  const server = serverForAllTests("sqlite", { connectionLimits: SHORT });

  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }

  /** Everything that the server sends until it closes the connection. */
  async function untilClosed(socket: Socket): Promise<string> {
    let said = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
    await once(socket, "close");
    return said;
  }

  function head(path: string, ...headers: string[]): string {
    const { host } = new URL(server.url);
    return [`POST ${path} HTTP/1.1`, `host: ${host}`, `origin: ${server.url}`, ...headers, "", ""].join("\r\n");
  }

  test("with its headers is told so, and left", async () => {
    const socket = await open();
    socket.write("GET /api/health HTTP/1.1\r\nhost: ");
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("with its body is told so, and left", async () => {
    const socket = await open();
    socket.write(head("/api/auth/sign-in/email", "content-type: application/json", "content-length: 100"));
    socket.write("{");
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("with everything is left", async () => {
    expect(await untilClosed(await open())).not.toMatch(/^HTTP\/1\.1 2/);
  });

  test("takes nothing from the others", async () => {
    const sockets = await Promise.all([1, 2, 3].map(() => open()));
    for (const socket of sockets) socket.write("GET / HTTP/1.1\r\n");
    expect((await server.client().get("/api/health")).status).toBe(200);
    await Promise.all(sockets.map((socket) => untilClosed(socket)));
  });

  test("and opens more connections than a team has browsers gets no further ones, until some are closed", async () => {
    const sockets = await Promise.all([1, 2, 3, 4, 5].map(() => open()));
    const oneTooMany = await open();
    await once(oneTooMany, "close");
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => {
        const answer = await server
          .client()
          .get("/api/health")
          .catch(() => null);
        return answer?.status;
      })
      .toBe(200);
  });

  test("and sends more headers than there is room for is told so", async () => {
    const answer = await server.client().get("/api/health", { "x-long": "x".repeat(17_000) });
    expect(answer.status).toBe(431);
  });

  test("and an address that no link of ours has is told so, in French", async () => {
    const answer = await server.client().get(`/api/users?x=${"x".repeat(4096)}`);
    expect(answer.status).toBe(414);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toMatchObject({ code: "request.address_too_long", detail: "Cette adresse est trop longue." });
    expect((await server.client().get(`/${"x".repeat(4096)}`)).status).toBe(414);
  });
});

test("the product's limits let a team of 60 behind one address in, and wait for no slow client for a minute", () => {
  const browsers = 60;
  expect(CONNECTION_LIMITS.maxConnectionsOfNetwork).toBeGreaterThan(browsers * 7);
  expect(CONNECTION_LIMITS.requestTimeout).toBeLessThan(60_000);
});

test("a connection on which nothing moves is left, and no process holds more than it can", () => {
  const server = createServer();
  limitConnections(server, trackResponses(server), CONNECTION_LIMITS, new BlockList());
  expect([server.timeout, CONNECTION_LIMITS.maxConnections]).toEqual([120_000, 4000]);
});

/** Linux has all addresses of the loopback network. On other systems the test sets the remote address of the socket. */
const HAS_LOOPBACK_NETWORK = process.platform === "linux";

test("a connection between requests is kept longer than the usual proxies keep theirs", async () => {
  const { headers } = await fetch(`${standard.url}/api/health`);
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(120);
});

describe("where all places are taken", () => {
  const limits = { ...CONNECTION_LIMITS, maxConnections: 8, maxConnectionsOfNetwork: 6 };
  let server: Server;
  let open: Socket[];
  /** The addresses of the connections being opened, one after the other. */
  let origins: string[];

  beforeEach(async () => {
    open = [];
    origins = [];
    server = createServer((request, response) => {
      if (request.url === "/stream") response.write("beat");
      else response.end("ok");
    });
    if (!HAS_LOOPBACK_NETWORK) server.on("connection", (socket) => pretend(socket, origins.shift()));
    limitConnections(server, trackResponses(server), limits, new BlockList());
    server.listen(0, "0.0.0.0");
    await once(server, "listening");
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  function pretend(socket: Socket, address: string | undefined): void {
    Object.defineProperty(socket, "remoteAddress", { value: address });
  }

  async function connectFrom(address: string): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    origins.push(address);
    const socket = connect({ port, host: "127.0.0.1", ...(HAS_LOOPBACK_NETWORK && { localAddress: address }) });
    open.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }

  async function askFrom(address: string, path: string): Promise<[Socket, string]> {
    const socket = await connectFrom(address);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const said = await Promise.race([once(socket, "data"), once(socket, "close")]);
    return [socket, String(said[0])];
  }

  test("one address that took most of them gives way to newcomers, oldest and idle first", async () => {
    const [stream] = await askFrom("127.0.0.2", "/stream");
    const silent = await connectFrom("127.0.0.2");
    for (let count = 0; count < 4; count += 1) await askFrom("127.0.0.2", "/stream");
    for (let count = 0; count < 2; count += 1) await askFrom("127.0.0.3", "/stream");
    const left = new Promise((resolve) => silent.once("close", resolve));
    expect((await askFrom("127.0.0.4", "/"))[1]).toContain("200 OK");
    await left;
    expect(stream.destroyed).toBe(false);
    const streamLeft = new Promise((resolve) => stream.once("close", resolve));
    expect((await askFrom("127.0.0.5", "/"))[1]).toContain("200 OK");
    await streamLeft;
  });

  test("one address has a share, whatever it opens", async () => {
    for (let count = 0; count < 6; count += 1) await askFrom("127.0.0.2", "/stream");
    const refused = await connectFrom("127.0.0.2");
    await new Promise((resolve) => refused.resume().once("close", resolve));
    expect((await askFrom("127.0.0.3", "/"))[1]).toContain("200 OK");
    expect(open.filter(({ destroyed }) => !destroyed)).toHaveLength(7);
  });
});
