import { describe, expect, test } from "vitest";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";

const OURS = /^[\da-f]{8}-[\da-f]{4}$/;

describe("the id of a request", () => {
  const behindProxy = serverForAllTests("sqlite", { settings: { TRUSTED_PROXY: "127.0.0.1" } });
  const withoutProxy = serverForAllTests("sqlite");

  test("is that under which a trusted proxy logs it, in the answer, the problem and the log", async () => {
    const id = "0af7651916cd43dd8448eb211c80319c";
    const answer = await behindProxy.client().get("/api/nothing", { "x-request-id": id });
    expect(answer.headers["x-request-id"]).toBe(id);
    expect(answer.json()).toMatchObject({ code: "request.not_found", requestId: id });
    expect(behindProxy.log.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ requestId: id, msg: "request", status: 404 }),
    );
  });

  test("is our own where somebody else sends one, or where it is none", async () => {
    const sent = { "x-request-id": "0af7651916cd43dd" };
    expect((await withoutProxy.client().get("/api/health", sent)).headers["x-request-id"]).toMatch(OURS);
    for (const id of ["short", "x".repeat(65), 'a"b,c d;e', "<script>alert(1)</script>", "two-ids-1, two-ids-2"]) {
      const answer = await behindProxy.client().get("/api/health", { "x-request-id": id });
      expect(answer.headers["x-request-id"]).toMatch(OURS);
    }
  });
});
