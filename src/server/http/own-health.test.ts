import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { freePort } from "#test/support/postgres/free-port.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { createClient, newEnvironment, removeData } from "#test/support/server/test-server.ts";
import { Refusal } from "../errors.ts";
import { ownSiteOnly } from "./own-site.ts";

const PUBLIC_NAME = "planning.example.org";

test("a container's check of a server with a public name is answered, whatever name it asks for; nothing else is", async () => {
  const environment = await newEnvironment("sqlite");
  const port = String(await freePort());
  const running = runScript("main.ts", { ...environment, PORT: port, BASE_URL: `https://${PUBLIC_NAME}` });
  await running.ready();
  const client = createClient(`http://127.0.0.1:${port}`);
  for (const host of [`localhost:${port}`, "127.0.0.1", PUBLIC_NAME, "diapason", "evil.example"]) {
    const answer = await client.get("/api/health", { host });
    expect([host, answer.status, answer.json()]).toEqual([host, 200, { status: "ok" }]);
  }
  for (const path of ["/api/config", "/api/users", "/", "/api/health/x", "/api/healthy"]) {
    expect([path, (await client.get(path, { host: `localhost:${port}` })).status]).toEqual([path, 421]);
  }
  expect((await client.post("/api/health", {}, { host: "localhost" })).status).toBe(421);
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host"]) {
    expect([name, (await client.get("/api/health", { host: "localhost", [name]: "127.0.0.1" })).status]).toEqual([
      name,
      421,
    ]);
  }
  running.child.kill("SIGTERM");
  expect(await running.end()).toBe(0);
  await removeData(environment);
});

describe("a check by a name that is not the site's", () => {
  async function statusFor(remoteAddress: string | undefined): Promise<number> {
    const app = new Hono();
    app.use(ownSiteOnly(`https://${PUBLIC_NAME}`));
    app.get("/api/health", (context) => context.text("ok"));
    app.onError((error, context) => context.text("", error instanceof Refusal ? 421 : 500));
    const bindings = { incoming: { socket: { remoteAddress } } };
    return (await app.request("http://localhost/api/health", { headers: { host: "localhost" } }, bindings)).status;
  }

  test("is answered from this machine alone", async () => {
    for (const own of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) expect(await statusFor(own)).toBe(200);
    for (const other of ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "", undefined]) {
      expect(await statusFor(other)).toBe(421);
    }
  });
});
