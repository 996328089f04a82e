import { expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { createOperatorAnswers, newOperatorCall, OPERATOR_HEADER, readOperatorAnswer } from "./operator-proof.ts";

const SECRET = "a secret of this installation";
const NOW = new Date("2026-11-24T10:00:00Z");
const SEEN = { version: "1", peer: "10.0.0.2", address: "192.0.2.7", isPeerTrusted: true, hasForwardedFor: true };

function answerTo(call: string | undefined, now = NOW, secret = SECRET): string | null {
  return createOperatorAnswers(secret, () => now)(call, SEEN);
}

test("a call that was signed with the secret is answered, for five minutes", () => {
  const call = newOperatorCall(SECRET, NOW);
  expect(readOperatorAnswer(SECRET, call, answerTo(call) ?? "")).toEqual(SEEN);
  expect(newOperatorCall(SECRET, NOW)).not.toBe(call);
  const minute = 60_000;
  expect(answerTo(call, new Date(NOW.getTime() + 5 * minute))).not.toBeNull();
  expect(answerTo(call, new Date(NOW.getTime() + 5 * minute + 1))).toBeNull();
  expect(answerTo(call, new Date(NOW.getTime() - 6 * minute))).toBeNull();
});

test("any other call gets nothing: without the secret, changed, or made of an answer", () => {
  const call = newOperatorCall(SECRET, NOW);
  const [content = "", signature = ""] = call.split(".");
  const later = Buffer.from(JSON.stringify([String(NOW.getTime() + 1), "nonce"])).toString("base64url");
  const foreign = [
    newOperatorCall("another secret", NOW),
    `${later}.${signature}`,
    content,
    `${content}.`,
    answerTo(call) ?? "",
    "",
    "é.é.é",
    undefined,
  ];
  expect(foreign.map((each) => answerTo(each))).toEqual(foreign.map(() => null));
});

test("an answer proves nothing when another server made it, or it belongs to another call", () => {
  const call = newOperatorCall(SECRET, NOW);
  const answer = answerTo(call) ?? "";
  const seen = JSON.stringify({ ...SEEN, address: "::1" });
  const content = Buffer.from(JSON.stringify([call, seen])).toString("base64url");
  const forged = `${content}.${answer.split(".")[1]}`;
  for (const wrong of [undefined, "", "x", forged, call]) expect(readOperatorAnswer(SECRET, call, wrong)).toBeNull();
  expect(readOperatorAnswer(SECRET, newOperatorCall(SECRET, NOW), answer)).toBeNull();
  expect(readOperatorAnswer("another secret", call, answer)).toBeNull();
});

test("GET /api/health tells what it saw of a call to the operator alone", async () => {
  const server = await serverForThisTest("sqlite", { settings: { AUTH_SECRET: SECRET, TRUSTED_PROXY: "127.0.0.1" } });
  const client = server.client();
  const forwarded = { "x-forwarded-for": "192.0.2.7" };
  const call = newOperatorCall(SECRET, new Date());
  const own = await client.get("/api/health", { ...forwarded, [OPERATOR_HEADER]: call });
  expect([own.status, own.json()]).toEqual([200, { status: "ok" }]);
  expect(readOperatorAnswer(SECRET, call, String(own.headers[OPERATOR_HEADER]))).toEqual({
    version: "1.2.3",
    peer: "127.0.0.1",
    address: "192.0.2.7",
    isPeerTrusted: true,
    hasForwardedFor: true,
  });
  for (const foreign of [undefined, "x", newOperatorCall("another secret", new Date())]) {
    const answer = await client.get("/api/health", { ...forwarded, ...(foreign && { [OPERATOR_HEADER]: foreign }) });
    expect([answer.status, OPERATOR_HEADER in answer.headers]).toEqual([200, false]);
  }
  expect(server.log.join("\n")).not.toContain(call);
});
