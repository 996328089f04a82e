import { expect, test } from "vitest";
import type { ErrorCode } from "../../contract/errors.ts";
import { WINDOW_MAX_DAYS } from "../../contract/planning/events.ts";
import {
  PUBLICATION_MAX_BYTES,
  PUBLISHED_ENTRIES_MAX,
  PUBLISHED_EVENTS_MAX,
} from "../../contract/planning/publication.ts";
import { PLACES_MAX } from "../../domain/line-up/band-roles.ts";
import { GROUPS_MAX } from "../../domain/planning/planning.ts";
import { failureSentence, sentenceOf } from "./errors.ts";

/** With a non-breaking space between groups of three digits, as the sentences have it. */
function inFrench(number: number): string {
  return number.toLocaleString("fr-FR").replaceAll("\u202f", "\u00a0");
}

test("a code of a newer server gets the sentence of an unexpected error", () => {
  expect(sentenceOf("of.the_future" as ErrorCode)).toBe(sentenceOf("server.failure"));
});

test("an unexpected error names its reference on a second line, any other error does not", () => {
  const reference = "3f2a9c1b-7d4e";
  const sentence = sentenceOf("server.failure");
  expect(failureSentence({ code: "server.failure", reference })).toBe(`${sentence}\nRéférence\u00a0: ${reference}`);
  expect(failureSentence({ code: "server.failure" })).toBe(sentence);
  expect(failureSentence({ code: "group.exists", reference })).toBe(sentenceOf("group.exists"));
});

test.each([
  ["places.too_many", [`${PLACES_MAX} places au plus`]],
  ["group.too_many", [`${inFrench(GROUPS_MAX)} groupes`]],
  ["window.too_long", [`${inFrench(WINDOW_MAX_DAYS)} jours`]],
  ["event.too_many", [`${inFrench(PUBLISHED_EVENTS_MAX)} événements`]],
  [
    "planning.too_large",
    [`${inFrench(PUBLISHED_ENTRIES_MAX)} réponses par événement`, `${PUBLICATION_MAX_BYTES / 1024 ** 2}\u00a0Mo`],
  ],
] as const)("the sentence of %s names the limit that is enforced", (code, limits) => {
  for (const limit of limits) expect(sentenceOf(code)).toContain(limit);
});
