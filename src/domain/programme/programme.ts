import { foldText } from "../people/fold-text.ts";

/** One title that is played at an event. */
export interface ProgrammeItem {
  readonly title: string;
  readonly key?: string;
  /** `https:` */
  readonly link?: string;
  readonly note?: string;
}

/** What is played at an event, in order. A title may occur more than once. */
export type Programme = readonly ProgrammeItem[];

/** Every field of a `ProgrammeItem` with its longest value, in characters, in the order in which people read them. */
export const PROGRAMME_FIELD_MAX: Readonly<Record<keyof ProgrammeItem, number>> = {
  title: 120,
  key: 12,
  link: 2_000,
  note: 200,
};

const PROGRAMME_FIELDS = Object.keys(PROGRAMME_FIELD_MAX) as readonly (keyof ProgrammeItem)[];

/** The most titles of one programme. */
export const PROGRAMME_MAX = 40;

const NOT_IN_KEY = /[\p{P}\s]/gu;

/** Equal for titles that differ only in case, accents, spaces and punctuation. */
export function titleKey(title: string): string {
  const letters = foldText(title).replaceAll(NOT_IN_KEY, "");
  // A title that has only punctuation keeps it.
  return letters === "" ? title.replaceAll(/\s/g, "") : letters;
}

/** Whether it is an `https:` address, to which a page may link. */
export function isProgrammeLink(link: string): boolean {
  return /^https:\/\/[^\s/?#]\S*$/i.test(link);
}

/** The programme with the fields of each title in one order, without empty fields. */
export function tidyProgramme(
  items: readonly { readonly [Field in keyof ProgrammeItem]?: string | undefined }[],
): Programme {
  return items.map((item) => {
    const filled = PROGRAMME_FIELDS.filter((field) => (item[field] ?? "") !== "");
    return { title: "", ...Object.fromEntries(filled.map((field) => [field, item[field]])) };
  });
}

export function isSameProgramme(a: Programme, b: Programme): boolean {
  return (
    a.length === b.length &&
    a.every((item, index) => PROGRAMME_FIELDS.every((field) => item[field] === b[index]?.[field]))
  );
}

/** The `current` programme, followed by the titles of `mine` that are not in it. */
export function mergedProgramme(current: Programme, mine: Programme): Programme {
  const known = new Set(current.map(({ title }) => titleKey(title)));
  return [...current, ...mine.filter(({ title }) => !known.has(titleKey(title)))];
}
