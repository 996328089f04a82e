import { once } from "node:events";
import { createServer } from "node:http";
import { BlockList, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEnvironment, removeData, startTestServer, type TestServer } from "../test-server.ts";
import { CONNECTION_LIMITS, limitConnections } from "./connection-limits.ts";

/** The product's own, but that nobody waits for them. */
const SHORT = {
  ...CONNECTION_LIMITS,
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  silenceTimeout: 1000,
  maxConnectionsOfPeer: 5,
};

describe("a client that keeps the server waiting", () => {
  let environment: Record<string, string>;
  let server: TestServer;

  beforeAll(async () => {
    environment = await newEnvironment("sqlite");
    server = await startTestServer(environment, { connectionLimits: SHORT });
  });
  afterAll(async () => {
    await server.stop();
    await removeData(environment);
  });

  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }

  /** All that the server says until it closes the connection. */
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
  expect(CONNECTION_LIMITS.maxConnectionsOfPeer).toBeGreaterThan(browsers * 7);
  expect(CONNECTION_LIMITS.requestTimeout).toBeLessThan(60_000);
});

test("a connection on which nothing moves is left, and no process holds more than it can", () => {
  const server = createServer();
  limitConnections(server, CONNECTION_LIMITS, new BlockList());
  expect([server.timeout, server.maxConnections]).toEqual([120_000, 4000]);
});
