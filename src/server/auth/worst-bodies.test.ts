import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { API } from "#contract/paths.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { runScript } from "#test/support/server/test-process.ts";
import {
  createClient,
  newEnvironment,
  removeData,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { requestPlacesOf, wholeBodiesOf, worstBodiesOf } from "#test/support/server/test-worst-bodies.ts";
import { bodyLimitOf } from "../api/request-body.ts";

/** The processor time of this process, which is client and server. An ordinary call takes 5 ms. */
const CPU_MS = 150;
/**
 * So often a costly call is made. What a body costs, it costs each time; the rest is the garbage of the tests before, whose
 * process this is.
 */
const TRIES = 3;
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

  /** Sends it, checks that it is refused, and returns the processor time in milliseconds. */
  async function costOf(operation: Operation, name: string, raw: Buffer): Promise<number> {
    const path = operation.path.replaceAll(/\{\w+\}/g, "1");
    const before = process.cpuUsage();
    const answer = await admin.send(operation.method, path, {
      raw,
      headers: { "content-type": "application/json" },
    });
    const { user, system } = process.cpuUsage(before);
    expect(answer.status, name).toBeGreaterThanOrEqual(400);
    expect(answer.status, name).toBeLessThan(500);
    expect(answer.text.length, name).toBeLessThan(ANSWER_BYTES);
    const { errors = {} } = answer.json<{ errors?: object }>();
    expect(Object.keys(errors).length, name).toBeLessThanOrEqual(ISSUES);
    return (user + system) / 1000;
  }

  test.each(WITH_SMALL_BODY)("%s: is refused in a bounded time with a short answer", async (_, operation) => {
    for (const { name, make } of worstBodiesOf(operation, bodyLimitOf(operation).maxBytes)) {
      const body = make();
      let cost = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && cost >= CPU_MS; tries += 1) {
        cost = Math.min(cost, await costOf(operation, name, body));
      }
      expect(cost, name).toBeLessThan(CPU_MS);
    }
  });
});

/** Senders at a time, each with a connection of its own. */
const SENDERS = 4;
/** What a neighbour may wait in 95 of 100 calls; where the machine itself is busy, twice what harmless bodies of the same length cost it. */
const PATIENCE_MS = 100;

describe("beside the worst bodies of every call, over and over from several senders", () => {
  /** Sends these bodies to each of the calls. @returns the 95th percentile of a neighbour's waits meanwhile */
  async function waitBeside(url: string, calls: readonly Operation[], bodiesOf: (bytes: number) => readonly Buffer[]) {
    const admin = await signInDefaultAdmin({ client: () => createClient(url) });
    const left = calls.flatMap((operation, place) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, "1");
      // All calls parse alike: a third of the bodies for each of them, in turn.
      const bodies = bodiesOf(bodyLimitOf(operation).maxBytes).filter((_, index) => (index + place) % 3 === 0);
      return bodies.map((raw) => ({ method: operation.method, path, raw }));
    });
    async function send(): Promise<void> {
      const sender = createClient(url, admin.cookies);
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { status } = await sender.send(next.method, next.path, {
          raw: next.raw,
          headers: { "content-type": "application/json" },
        });
        expect([400, 401, 403, 404, 415, 422, 429], next.path).toContain(status);
      }
    }
    const neighbour = createClient(url);
    const waits: number[] = [];
    const finished = new AbortController();
    const sending = Promise.all(Array.from({ length: SENDERS }, send)).finally(() => finished.abort());
    while (!finished.signal.aborted) {
      const began = performance.now();
      expect((await neighbour.get(API.config)).status).toBe(200);
      waits.push(performance.now() - began);
    }
    await sending;
    return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
  }

  test.each([
    ["anonymous", WITH_SMALL_BODY.filter(([, { access }]) => access === "anyone")],
    ["signed-in", WITH_SMALL_BODY.filter(([, { access }]) => access !== "anyone")],
  ])(
    "a neighbour of %s ones waits for less than 100 ms in 95 of 100 calls",
    async (_, named) => {
      const environment = await newEnvironment("sqlite");
      const running = runScript("main.ts", { ...environment, SHARING: "on" });
      onTestFinished(async () => {
        running.child.kill("SIGTERM");
        await running.end();
        await removeData(environment);
      });
      const url = await running.ready();
      const calls = named.map(([, operation]) => operation);
      const harmless = await waitBeside(url, calls, (bytes) =>
        wholeBodiesOf(bytes).map((body) => Buffer.from("{}".padEnd(body.length))),
      );
      const worst = await waitBeside(url, calls, wholeBodiesOf);
      expect(worst).toBeLessThan(Math.max(PATIENCE_MS, 2 * harmless));
    },
    180_000,
  );
});

test.each(WITH_BODY)("%s: every list and text in its body has a largest length", (_, operation) => {
  for (const { path, schema } of requestPlacesOf(operation)) {
    const bounds = ["maxItems", "maxLength", "enum", "pattern", "const"].filter((bound) => bound in schema);
    const isBoundless = ["array", "string"].includes(String(schema["type"])) && bounds.length === 0;
    expect(isBoundless && path.join("."), path.join(".")).toBe(false);
  }
});
