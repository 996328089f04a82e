import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { StoredAnswer } from "./stored-answer.ts";

const JSON_TEXT = JSON.stringify(
  Array.from({ length: 240 }, (_, index) => ({ userId: `person-${index % 12}`, eventId: index, status: "present" })),
);
const LARGE = JSON.stringify(Array.from({ length: 9000 }, (_, index) => `person ${index}`));
const PLAIN_OF = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe.each(["br", "gzip"] as const)("an answer in %s", (encoding) => {
  function plainOf(bytes: Buffer): string {
    return PLAIN_OF[encoding](bytes).toString();
  }

  test("is compressed once for all its readers", async () => {
    const answer = new StoredAnswer(JSON_TEXT);
    const bytes = await answer.in(encoding);
    expect(plainOf(bytes)).toBe(JSON_TEXT);
    expect(await answer.in(encoding)).toBe(bytes);
  });

  test("that starts quick is compressed better once a second reader asked for it", async () => {
    const [answer, good] = [new StoredAnswer(JSON_TEXT, { startsQuick: true }), new StoredAnswer(JSON_TEXT)];
    const [first, second] = [await answer.in(encoding), await answer.in(encoding)];
    expect(second).toBe(first);
    expect(plainOf(first)).toBe(JSON_TEXT);
    const better = await good.in(encoding);
    expect(better.length).toBeLessThan(first.length);
    await vi.waitFor(async () => expect(await answer.in(encoding)).toEqual(better));
  });

  test("is as small for its first reader where it is large, however it starts", async () => {
    const [quick, good] = [new StoredAnswer(LARGE, { startsQuick: true }), new StoredAnswer(LARGE)];
    expect(await quick.in(encoding)).toEqual(await good.in(encoding));
    expect(plainOf(await quick.in(encoding))).toBe(LARGE);
  });
});

test("an answer has one tag, however it is compressed", async () => {
  const [quick, good] = [new StoredAnswer(JSON_TEXT, { startsQuick: true }), new StoredAnswer(JSON_TEXT)];
  await quick.in("br");
  expect(quick.etag).toBe(good.etag);
  expect(new StoredAnswer(LARGE).etag).not.toBe(good.etag);
});
