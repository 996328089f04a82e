import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ApiError, callApi, exchangeApi, type Fetch } from "./call-api.ts";

const Row = z.object({ id: z.string() });

function answering(status: number, body: unknown, headers: Record<string, string> = {}): Fetch {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return () => Promise.resolve(new Response(status === 204 ? null : text, { status, headers }));
}

function problem(code: string, status: number, errors?: Record<string, string>) {
  return { type: "about:blank", title: "Non", status, code, detail: "Non.", ...(errors && { errors }) };
}

async function failureOf(fetchIt: Fetch): Promise<unknown> {
  return callApi({ path: "/api/rows", response: Row }, fetchIt).catch((error: unknown) => error);
}

describe("a call", () => {
  it("returns the checked body, without fields that are not in the contract", async () => {
    const row = await callApi({ path: "/api/rows", response: Row }, answering(200, { id: "a", secret: "b" }));
    expect(row).toEqual({ id: "a" });
  });

  it("returns nothing if the call declares no answer", async () => {
    expect(await callApi({ method: "DELETE", path: "/api/rows" }, answering(204, ""))).toBeUndefined();
  });

  it("gives status and position with the body to callers that need them", async () => {
    const answer = await exchangeApi(
      { path: "/api/rows", response: Row },
      answering(201, { id: "a" }, { "Diapason-Position": "7" }),
    );
    expect([answer.status, answer.position, answer.body]).toEqual([201, 7, { id: "a" }]);
  });

  it("sends the headers that it is given", async () => {
    const sent: RequestInit[] = [];
    await callApi({ path: "/api/rows", headers: { "idempotency-key": "k" } }, (_, init) => {
      sent.push(init);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    expect(sent[0]?.headers).toEqual({ "idempotency-key": "k", Accept: "application/json" });
  });

  it("sends JSON to its own origin, and takes no answer from a cache", async () => {
    const sent: [string, RequestInit][] = [];
    await callApi({ method: "POST", path: "/api/rows", body: { id: "é" } }, (...call) => {
      sent.push(call);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    expect(sent).toMatchObject([
      [
        "/api/rows",
        {
          method: "POST",
          body: '{"id":"é"}',
          credentials: "same-origin",
          cache: "no-store",
          headers: { "Content-Type": "application/json" },
        },
      ],
    ]);
  });
});

describe("a call that does not succeed throws", () => {
  it("the status and fields of a problem document, and the reason of the first field", async () => {
    const error = await failureOf(answering(422, problem("request.invalid", 422, { email: "account.email_invalid" })));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "account.email_invalid",
      status: 422,
      fieldErrors: { email: "account.email_invalid" },
    });
  });

  it("how long to wait, where the server says so", async () => {
    const fetchIt = answering(429, problem("request.too_many", 429), { "Retry-After": "42" });
    expect(await failureOf(fetchIt)).toMatchObject({ code: "request.too_many", retryAfter: 42 });
  });

  it("« server.unreachable » when no answer comes", async () => {
    const error = await failureOf(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(error).toMatchObject({ name: "ApiError", code: "server.unreachable", status: undefined });
  });

  it.each([
    [401, "session.required"],
    [403, "request.forbidden"],
    [404, "request.not_found"],
    [413, "request.too_large"],
    [429, "request.too_many"],
    [500, "server.failure"],
    [502, "server.unavailable"],
    [503, "server.unavailable"],
  ])("what the status means where the body is none of ours: %i", async (status, code) => {
    expect(await failureOf(answering(status, "<html>Proxy</html>"))).toMatchObject({ code, status });
  });

  it("« server.failure » with its reference, by which the line in the server's log is found", async () => {
    const reference = "3f2a9c1b-7d4e";
    const failed = { ...problem("server.failure", 500), requestId: reference };
    expect(await failureOf(answering(500, failed))).toMatchObject({ code: "server.failure", reference });
  });

  it("what the status means if the code has not our format", async () => {
    expect(await failureOf(answering(403, problem("Forbidden", 403)))).toMatchObject({ code: "request.forbidden" });
  });

  it.each([
    ["another shape", { name: "a" }],
    ["no JSON", "<html></html>"],
    ["nothing", ""],
  ])("« server.failure » when the answer is %s", async (_, body) => {
    expect(await failureOf(answering(200, body))).toMatchObject({ code: "server.failure", status: 200 });
  });

  it("the caller's own reason when the caller gave up", async () => {
    const leaving = new AbortController();
    const call = callApi(
      { path: "/api/rows", signal: leaving.signal },
      (_, { signal }) => new Promise((__, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    );
    leaving.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});
