import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
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

  test("that does not live long is compressed less", async () => {
    const short = await new StoredAnswer(JSON_TEXT, { isShortLived: true }).in(encoding);
    const good = await new StoredAnswer(JSON_TEXT).in(encoding);
    expect(plainOf(short)).toBe(JSON_TEXT);
    expect(short.length).toBeGreaterThan(good.length);
    expect(short.length).toBeLessThan(JSON_TEXT.length / 8);
  });

  test("is as small where it is large, however long it lives", async () => {
    const [short, long] = [new StoredAnswer(LARGE, { isShortLived: true }), new StoredAnswer(LARGE)];
    expect(await short.in(encoding)).toEqual(await long.in(encoding));
    expect(plainOf(await short.in(encoding))).toBe(LARGE);
  });
});

test("an answer has one tag, however it is compressed", async () => {
  const [short, good] = [new StoredAnswer(JSON_TEXT, { isShortLived: true }), new StoredAnswer(JSON_TEXT)];
  await short.in("br");
  expect(short.etag).toBe(good.etag);
  expect(new StoredAnswer(LARGE).etag).not.toBe(good.etag);
});
