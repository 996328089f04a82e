import { describe, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES, MARIE, register, type TestServer } from "#test/support/server/test-server.ts";

const SIGN_UP = "/api/auth/sign-up/email";
const SIGN_IN = "/api/auth/sign-in/email";

describe.each(ENGINES)("every call on %s", (engine) => {
  const server = serverForAllTests(engine);

  test("health is good while the database answers, and says when it does not", async () => {
    const healthy = await server.client().get("/api/health");
    expect([healthy.status, healthy.json()]).toEqual([200, { status: "ok" }]);
    const sick = await serverForThisTest(engine);
    await sick.database.close();
    expectProblem(await sick.client().get("/api/health"), 503, "server.unavailable");
  });

  test("the page gets what it must know before anybody signs in", async () => {
    const answer = await server.client().get("/api/config");
    expect(answer.json()).toEqual({
      sharing: false,
      registration: "open",
      defaultAdmin: { email: "admin@diapason.example", password: "diapason-admin" },
      version: "1.2.3",
      timeZone: "Europe/Paris",
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("an unknown path is a problem document", async () => {
    expectProblem(await server.client().get("/api/nothing"), 404, "request.not_found");
    expectProblem(await server.client().post("/api/auth/nothing"), 404, "request.not_found");
    expectProblem(await server.client().get("/api"), 404, "request.not_found");
  });

  test("a wrong method names the right ones", async () => {
    const answer = await server.client().send("DELETE", "/api/users");
    expectProblem(answer, 405, "request.method_refused");
    expect(answer.headers["allow"]).toBe("GET, HEAD");
  });

  test.each(["", "{", "[1,", '{"email":"a" "b"}', "\u0000"])("malformed JSON is refused: %j", async (raw) => {
    expectProblem(await server.client().send("POST", SIGN_UP, { raw }), 400, "request.malformed");
  });

  test.each(["null", "[]", "1", '"text"'])("JSON that is no object is refused: %s", async (raw) => {
    expectProblem(await server.client().send("POST", SIGN_UP, { raw }), 422, "request.invalid");
  });

  test("another type of content is refused, as a form of another site would send it", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await server.client().post(SIGN_UP, MARIE, { "content-type": type });
      expectProblem(answer, 415, "request.type_refused");
    }
    const named = await server.client().post(
      SIGN_UP,
      { ...MARIE, email: "typed@example.org" },
      {
        "content-type": "application/json; charset=utf-8",
      },
    );
    expect(named.status).toBe(201);
  });

  test("a body over 1 MiB is refused, announced or not", async () => {
    const raw = JSON.stringify({ ...MARIE, firstName: "M".repeat(1024 * 1024) });
    expectProblem(await server.client().send("POST", SIGN_UP, { raw }), 413, "request.too_large");
    const chunked = { "transfer-encoding": "chunked" };
    expectProblem(await server.client().send("POST", SIGN_UP, { raw, headers: chunked }), 413, "request.too_large");
  });

  test("what breaks inside is told to nobody, and logged", async () => {
    const { kysely } = server.database;
    const client = await register(server, { email: "broken@example.org" });
    await kysely.schema.alterTable("users").renameColumn("positions", "elsewhere").execute();
    const answer = await client.get("/api/users");
    await kysely.schema.alterTable("users").renameColumn("elsewhere", "positions").execute();
    const requestId = answer.headers["x-request-id"];
    expectProblem(answer, 500, "server.failure");
    expect(answer.json()).toMatchObject({ requestId });
    expect(answer.text).not.toMatch(/positions|column/);
    const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = lines.filter((line) => line["requestId"] === requestId);
    expect(own).toMatchObject([
      { msg: "request failed", error: expect.stringContaining("positions") },
      { msg: "request", status: 500, code: "server.failure" },
    ]);
  });

  test("the shared planning is not there yet: said to whoever is signed in", async () => {
    const client = await register(server, { email: "planning@example.org" });
    for (const path of ["/api/groups", "/api/events?group=1", "/api/events/upcoming", "/api/changes?after=0"]) {
      expectProblem(await client.get(path), 409, "planning.not_shared");
      expectProblem(await server.client().get(path), 401, "session.required");
    }
    expectProblem(await client.post("/api/groups", { name: "x" }), 409, "planning.not_shared");
    expectProblem(await client.send("PUT", "/api/events/1/availability"), 409, "planning.not_shared");
  });

  test("one line a request, without a query, a password, a token or a cookie", async () => {
    const client = await register(server, { email: "logged@example.org", password: "hush-hush-1" });
    await client.post("/api/auth/sign-in/email", { email: "logged@example.org", password: "hush-hush-2" });
    await client.get("/api/users?token=hush-hush-3", { authorization: "Bearer hush-hush-4" });
    const answer = await client.get("/api/users");
    const lines = server.log.join("");
    expect(lines).not.toMatch(/hush-hush/);
    const token = decodeURIComponent(client.cookies.get("diapason.session_token") ?? "");
    expect(token).not.toBe("");
    expect(lines).not.toContain(token);
    expect(lines).not.toContain(token.split(".")[0]);
    const id = answer.headers["x-request-id"];
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}$/);
    const own = server.log.filter((line) => line.includes(String(id))).map((line) => JSON.parse(line) as unknown);
    expect(own).toMatchObject([{ method: "GET", path: "/api/users", status: 200, milliseconds: expect.any(Number) }]);
  });

  test("what guards accounts is logged: who signs in, who fails at whose account, who may not, and from where", async () => {
    const { user, ...client } = await register(server, { email: "audited@example.org" });
    const line = (method: string, path: string, status: number) =>
      server.log
        .map((text) => JSON.parse(text) as Record<string, unknown>)
        .findLast((entry) => entry["method"] === method && entry["path"] === path && entry["status"] === status);
    const signIn = (email: string, password: string) => server.client().post(SIGN_IN, { email, password });
    const [personId, network] = [user.id, "127.0.0.1"];
    expect(line("POST", SIGN_UP, 201)).toMatchObject({ personId });
    await signIn("audited@example.org", MARIE.password);
    expect(line("POST", SIGN_IN, 200)).toMatchObject({ personId });
    expect(line("POST", SIGN_IN, 200)).not.toHaveProperty("network");
    await signIn("audited@example.org", "wrong-one");
    expect(line("POST", SIGN_IN, 401)).toMatchObject({ personId, network, code: "account.wrong_password" });
    await signIn("nobody@example.org", "wrong-one");
    expect(line("POST", SIGN_IN, 401)).toMatchObject({ network, code: "account.not_found" });
    await client.post("/api/users/admins", { email: "audited@example.org" });
    expect(line("POST", "/api/users/admins", 403)).toMatchObject({ personId, network, code: "request.forbidden" });
    await server.client().get("/api/users");
    expect(line("GET", "/api/users", 401)).toMatchObject({ network, code: "session.required" });
    await client.post(SIGN_UP, { email: "x" });
    expect(line("POST", SIGN_UP, 422)).toMatchObject({ code: "request.invalid" });
    await client.post("/api/auth/sign-out");
    expect(server.log.join("")).not.toMatch(/audited|nobody@/);
  });

  test("a line of the log stays one line, whatever a path holds", async () => {
    const before = server.log.length;
    await server.client().get("/api/%0A%7B%22msg%22%3A%22forged%22%7D");
    // The mail of an earlier registration may leave at this moment.
    const lines = server.log.slice(before).filter((line) => !line.includes('"mail sent"'));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toContain("\n");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ msg: "request", status: 404 });
  });
});

function portOf({ url }: TestServer): string {
  return new URL(url).port;
}

describe("the border", () => {
  const server = serverForAllTests("sqlite");

  test("every answer is guarded, errors too", async () => {
    for (const path of ["/api/health", "/api/nothing", "/"]) {
      const { headers } = await server.client().get(path);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  test("no other site's page may read an answer, nor ask whether it may write", async () => {
    const origin = "https://example.org";
    const asked = { origin, "access-control-request-method": "DELETE" };
    const answers = [
      await server.client().get("/api/config", { origin }),
      await server.client().get("/", { origin }),
      await server.client().send("OPTIONS", "/api/users", { headers: asked }),
    ];
    const names = answers.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(answers.map(({ headers }) => headers["cross-origin-resource-policy"])).toEqual(
      answers.map(() => "same-origin"),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 405]);
  });

  test("on loopback each of this machine's own names is right, at this port", async () => {
    const port = portOf(server);
    for (const name of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"]) {
      expect((await server.client().get("/api/health", { host: `${name}:${port}` })).status).toBe(200);
    }
    for (const host of ["example.org", `example.org:${port}`, "localhost", "localhost:1", "127.0.0.1.example.org"]) {
      expectProblem(await server.client().get("/api/config", { host }), 421, "request.host_refused");
    }
  });

  test("a write that another site's page sends is refused", async () => {
    const port = portOf(server);
    const send = (headers: Record<string, string>) => server.client().post("/api/auth/sign-out", {}, headers);
    for (const origin of [
      "https://example.org",
      `http://localhost:${Number(port) + 1}`,
      "null",
      `https://localhost:${port}`,
    ]) {
      expectProblem(await send({ origin }), 403, "request.origin_refused");
    }
    expect((await send({ origin: `http://127.0.0.1:${port}` })).status).toBe(204);
    const withoutOrigin = (site: string) =>
      server.client().send("POST", "/api/auth/sign-out", { headers: { "sec-fetch-site": site, origin: "" } });
    expectProblem(await withoutOrigin("cross-site"), 403, "request.origin_refused");
  });

  test("a call by a token, which needs no cookie, counts from wherever it is sent", async () => {
    const token = "x".repeat(43);
    const calls = [
      ["/api/answers/by-link", { token, status: "present" }, "answer_link.void"],
      ["/api/answers/by-link/event", { token }, "answer_link.void"],
      ["/api/auth/confirm-email", { token }, "confirmation.link_invalid"],
      ["/api/auth/reset-password", { token, newPassword: "secret1" }, "reset.link_invalid"],
      ["/api/invitation/check", { invitation: token }, "invitation.invalid"],
    ] as const;
    for (const [path, body, code] of calls) {
      for (const origin of ["null", "https://example.org"]) {
        const answer = await server.client().post(path, body, { origin });
        expect([path, answer.json()["code"], answer.headers["set-cookie"]]).toEqual([path, code, undefined]);
      }
    }
  });

  test("behind its public https address: secure cookies, no other name, transport security", async () => {
    const secure = await serverForThisTest("sqlite", { settings: { BASE_URL: "https://planning.example.org/" } });
    const own = { host: "planning.example.org", origin: "https://planning.example.org" };
    const answer = await secure.client().post(SIGN_UP, { ...MARIE, email: "secure@example.org" }, own);
    expect(answer.status).toBe(201);
    const cookie = [answer.headers["set-cookie"]].flat().find((line) => line?.includes("session_token="));
    expect(cookie).toMatch(/^__Host-diapason\.session_token=.*; Path=\/;.*; Secure/);
    // Without `includeSubDomains`: subdomains may belong to others.
    expect(answer.headers["strict-transport-security"]).toBe("max-age=63072000");
    expectProblem(await secure.client().get("/api/config"), 421, "request.host_refused");
    const client = secure.client();
    client.cookies.set("__Host-diapason.session_token", String(cookie?.split(/[=;]/)[1]));
    expect((await client.get("/api/users", own)).status).toBe(200);
  });
});

test("transport security counts for the hosts below its own where a setting says so", async () => {
  const settings = { BASE_URL: "https://planning.example.org", HSTS_INCLUDE_SUBDOMAINS: "on" };
  const server = await serverForThisTest("sqlite", { settings });
  const answer = await server.client().get("/api/config", { host: "planning.example.org" });
  expect(answer.headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
});

describe("the OpenAPI document", () => {
  test("has every route of the server, and the server has every route of the document", async () => {
    const server = await serverForThisTest("sqlite");
    const document = (await server.client().get("/api/openapi.json")).json<{
      openapi: string;
      paths: Record<string, Record<string, { responses: object }>>;
    }>();
    expect(document.openapi).toMatch(/^3\.1\./);
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = server.routes.filter((route) => !route.startsWith("ALL ") && route.includes(" /api/"));
    expect(documented.toSorted()).toEqual(mounted.toSorted());
    expect(documented).toHaveLength(Object.keys(OPERATIONS).length);
    const signUp = document.paths[SIGN_UP]?.["post"];
    expect(signUp).toMatchObject({
      requestBody: {
        content: {
          "application/json": {
            schema: {
              required: expect.arrayContaining(["email", "password", "firstName", "lastName", "positions"]) as string[],
              properties: { password: { type: "string", minLength: 6 } },
            },
          },
        },
      },
    });
    expect(Object.keys(signUp?.responses ?? {})).toEqual(["201", "4XX", "default"]);
    const deletion = document.paths["/api/users/{id}"]?.["delete"];
    expect(deletion).toMatchObject({
      parameters: [
        { name: "id", in: "path", required: true },
        { name: "diapason-person", in: "header", required: false },
      ],
    });
    expect(Object.keys(deletion?.responses ?? {})).toEqual(["204", "4XX", "default"]);
    expect(document.paths["/api/events"]?.["post"]).toMatchObject({
      parameters: [
        { name: "idempotency-key", in: "header", required: false, schema: { type: "string" } },
        { name: "diapason-person", in: "header", required: false, schema: { type: "string" } },
      ],
    });
  });
});
