import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { StoredResponse } from "./stored-response.ts";

const JSON_TEXT = JSON.stringify(
  Array.from({ length: 240 }, (_, index) => ({ userId: `person-${index % 12}`, eventId: index, status: "present" })),
);
const LARGE = JSON.stringify(Array.from({ length: 9000 }, (_, index) => `person ${index}`));
const PLAIN_OF = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe.each(["br", "gzip"] as const)("an answer in %s", (encoding) => {
  function plainOf(bytes: Buffer): string {
    return PLAIN_OF[encoding](bytes).toString();
  }

  test.each([JSON_TEXT, LARGE])("is compressed once for all its readers", (text) => {
    const answer = new StoredResponse(text);
    const bytes = answer.in(encoding);
    expect(plainOf(bytes)).toBe(text);
    expect(answer.in(encoding)).toBe(bytes);
  });

  test("is small, as much in it is said again and again", () => {
    expect(new StoredResponse(JSON_TEXT).in(encoding).length).toBeLessThan(JSON_TEXT.length / 8);
  });
});

test("an answer has one tag, however it is compressed", () => {
  const [compressed, plain] = [new StoredResponse(JSON_TEXT), new StoredResponse(JSON_TEXT)];
  compressed.in("br");
  expect(compressed.etag).toBe(plain.etag);
  expect(new StoredResponse(LARGE).etag).not.toBe(plain.etag);
});
