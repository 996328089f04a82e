import { expect, test } from "vitest";
import {
  PUBLICATION_MAX_BYTES,
  PUBLISHED_ENTRIES_MAX,
  PUBLISHED_EVENTS_MAX,
} from "../../contract/planning/publication.ts";
import { WINDOW_MAX_DAYS } from "../../contract/planning/events.ts";
import { GROUPS_MAX } from "../../domain/planning/planning.ts";
import { sentenceOf } from "./errors.ts";

/** In French format: a narrow or ordinary non-breaking space between groups of three digits. */
function written(number: number): string {
  return number.toLocaleString("fr-FR").replaceAll("\u202f", "\u00a0");
}

test.each([
  ["group.too_many", [`${written(GROUPS_MAX)} groupes`]],
  ["window.too_long", [`${written(WINDOW_MAX_DAYS)} jours`]],
  [
    "planning.too_large",
    [
      `${written(PUBLISHED_EVENTS_MAX)} événements`,
      `${written(PUBLISHED_ENTRIES_MAX)} réponses par événement`,
      `${PUBLICATION_MAX_BYTES / 1024 ** 2}\u00a0Mo`,
    ],
  ],
] as const)("the sentence of %s says the limit that is kept", (code, limits) => {
  for (const limit of limits) expect(sentenceOf(code)).toContain(limit);
});
