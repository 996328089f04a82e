import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../calendar/calendar.ts";
import { titleKey } from "./programme.ts";
import { type DatedProgramme, playedTitles, repertoireOf, suggestible, suggestionsFor } from "./repertoire.ts";

const TODAY = "2026-11-12";
/** A frame and its margin: nobody notices. */
const SUGGESTION_MS = 20;

// oxlint-disable-next-line no-script-url -- it must be refused
const SCRIPT = "javascript:alert(1)";

function played(
  date: string,
  ...titles: readonly (readonly [title: string, key?: string, link?: string])[]
): DatedProgramme {
  return {
    date,
    programme: titles.map(([title, key, link]) => ({ title, ...(key && { key }), ...(link && { link }) })),
  };
}

function suggested(typed: string, programmes: readonly DatedProgramme[]): string[] {
  const titles = suggestible(repertoireOf(programmes, TODAY), TODAY);
  return suggestionsFor(typed, titles, 6).map(({ known }) => known.title);
}

test("a title is known as it was written last, with the tonality and the link that were used last", () => {
  const programmes = [
    played("2026-10-18", ["À toi la gloire", "Sol"]),
    played("2026-03-01", ["a toi la gloire", "Fa", "https://chants.example/gloire"]),
    played("2026-12-24", ["A TOI LA GLOIRE !"]),
  ];
  expect(repertoireOf(programmes, TODAY)).toEqual([
    {
      title: "A TOI LA GLOIRE !",
      key: "Sol",
      link: "https://chants.example/gloire",
      times: 2,
      lastPlayed: "2026-10-18",
    },
  ]);
});

test("a title counts once at an event, within a year, and never for an event that is to come", () => {
  const programmes = [
    played("2026-11-01", ["Abba"], ["Abba"]),
    played("2025-11-11", ["Abba"]),
    played("2025-11-12", ["Abba"]),
    played(TODAY, ["Abba"]),
    played("2026-11-22", ["Abba"], ["Nouveau"]),
  ];
  const [abba, planned] = repertoireOf(programmes, TODAY);
  expect(abba).toEqual({ title: "Abba", times: 2, lastPlayed: "2026-11-01" });
  expect(planned).toEqual({ title: "Nouveau", times: 0 });
  expect(playedTitles(repertoireOf(programmes, TODAY)).map(({ title }) => title)).toEqual(["Abba"]);
});

test("a link that is not https is known to nobody", () => {
  expect(repertoireOf([played("2026-11-01", ["Abba", "Do", SCRIPT])], TODAY)).toEqual([
    { title: "Abba", key: "Do", times: 1, lastPlayed: "2026-11-01" },
  ]);
});

test("suggestions begin with what was typed, then contain it; often and lately played ones come first", () => {
  const programmes = [
    played("2025-09-07", ["Qu'il vienne, ton règne"]),
    played("2026-09-13", ["Que la grâce soit avec nous"]),
    played("2026-10-18", ["Quel ami fidèle et tendre"], ["Ce que Dieu a fait"]),
    played("2026-10-11", ["Quel ami fidèle et tendre"], ["Quand vient le soir"]),
  ];
  expect(suggested("QU", programmes)).toEqual([
    "Quel ami fidèle et tendre",
    "Quand vient le soir",
    "Que la grâce soit avec nous",
    "Qu'il vienne, ton règne",
    "Ce que Dieu a fait",
  ]);
  expect(suggested("grace", programmes)).toEqual(["Que la grâce soit avec nous"]);
  expect(suggested("quil", programmes)).toEqual(["Qu'il vienne, ton règne"]);
  expect(suggested("  ", programmes)).toEqual([]);
});

test("titles of more than two years ago are not suggested, planned ones are", () => {
  const programmes = [
    played("2024-11-11", ["Ancien"]),
    played("2024-11-12", ["Assez récent"]),
    played("2026-12-24", ["Avent"]),
  ];
  expect(suggested("a", programmes)).toEqual(["Assez récent", "Avent"]);
});

test("the typed part of a title is found whatever is written around it", () => {
  const titles = suggestible(repertoireOf([played("2026-11-01", ["À l'Œuvre, ô Dieu"])], TODAY), TODAY);
  const part = (typed: string) => {
    const [found] = suggestionsFor(typed, titles, 1);
    return found?.known.title.slice(...found.typed);
  };
  expect(["a l", "alo", "oeuvre o", "dieu"].map(part)).toEqual(["À l", "À l'Œ", "Œuvre, ô", "Dieu"]);
});

test("any part of any title that was played suggests it", () => {
  const words = fc.stringMatching(/^[a-zà-ÿ' ]{3,15}$/).filter((title) => titleKey(title).length > 2);
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.nat(), (titles, pick) => {
      const programmes = [played("2026-11-01", ...titles.map((title) => [title] as const))];
      const wanted = titles[pick % titles.length] ?? "";
      const key = titleKey(wanted);
      const found = suggested(key.slice(pick % (key.length - 1)), programmes).map(titleKey);
      expect(found).toContain(key);
    }),
  );
});

test("a suggestion of 5,000 programmes takes less than 20 ms", () => {
  const programmes = Array.from({ length: 5_000 }, (_, index) =>
    played(
      addDays(TODAY, -(index % 700)),
      ...Array.from({ length: 6 }, (__, place) => [`Chant ${(index * 7 + place * 13) % 2_000} de la joie`] as const),
    ),
  );
  const titles = suggestible(repertoireOf(programmes, TODAY), TODAY);
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    expect(suggestionsFor("joi", titles, 6)).toHaveLength(6);
    expect(suggestionsFor("rien de tel", titles, 6)).toHaveLength(0);
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(SUGGESTION_MS);
});
