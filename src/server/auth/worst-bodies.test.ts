import { beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { signInDefaultAdmin, type TestClient } from "#test/support/server/test-server.ts";
import { requestPlacesOf, worstBodiesOf } from "#test/support/server/test-worst-bodies.ts";

/** The largest body of every call, except the two that take a whole planning. */
const MAX_BYTES = 1024 * 1024;
/** The processor time of this process, which is client and server. An ordinary call takes 5 ms. */
const CPU_MS = 300;
/** The most faults that a response names. */
const ISSUES = 20;
const ANSWER_BYTES = 4096;

const WITH_BODY = Object.entries<Operation>(OPERATIONS).filter(([, { request }]) => request !== undefined);

/** Without the calls that take a planning: `check-publication.test.ts` tests these, which may be larger. */
const WITH_SMALL_BODY = WITH_BODY.filter(([, { bodyLimit }]) => bodyLimit === undefined);

describe("the worst body that somebody can make for a call", () => {
  let admin: TestClient;

  const server = serverForAllTests("sqlite", { settings: { SHARING: "on" } });

  beforeAll(async () => {
    admin = await signInDefaultAdmin(server);
  });

  test.each(WITH_SMALL_BODY)("%s: is refused in a bounded time with a short answer", async (_, operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, "1");
    for (const { name, body } of worstBodiesOf(operation, MAX_BYTES)) {
      const before = process.cpuUsage();
      const answer = await admin.send(operation.method, path, {
        raw: body,
        headers: { "content-type": "application/json" },
      });
      const { user, system } = process.cpuUsage(before);
      expect(answer.status, name).toBeGreaterThanOrEqual(400);
      expect(answer.status, name).toBeLessThan(500);
      expect(answer.text.length, name).toBeLessThan(ANSWER_BYTES);
      const { errors = {} } = answer.json<{ errors?: object }>();
      expect(Object.keys(errors).length, name).toBeLessThanOrEqual(ISSUES);
      expect((user + system) / 1000, name).toBeLessThan(CPU_MS);
    }
  });
});

test.each(WITH_BODY)("%s: every list and text in its body has a largest length", (_, operation) => {
  for (const { path, schema } of requestPlacesOf(operation)) {
    const bounds = ["maxItems", "maxLength", "enum", "pattern", "const"].filter((bound) => bound in schema);
    const isBoundless = ["array", "string"].includes(String(schema["type"])) && bounds.length === 0;
    expect(isBoundless && path.join("."), path.join(".")).toBe(false);
  }
});
