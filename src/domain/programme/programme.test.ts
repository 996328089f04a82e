import fc from "fast-check";
import { expect, test } from "vitest";
import { mergedProgramme, isProgrammeLink, isSameProgramme, tidyProgramme, titleKey } from "./programme.ts";

// oxlint-disable-next-line no-script-url -- it must be refused
const SCRIPT = "javascript:alert(1)";

test("titles that differ by case, accents, spaces and punctuation only are the same", () => {
  const same = [
    "À toi la gloire",
    "a toi la gloire !",
    "À  TOI, la gloire…",
    "a-toi la «gloire»",
    "À\u00a0toi la gloire",
  ];
  expect(new Set(same.map(titleKey)).size).toBe(1);
  expect(titleKey("Qu'il vienne")).toBe(titleKey("Qu’il vienne"));
  expect(titleKey("À toi la gloire 2")).not.toBe(titleKey("À toi la gloire"));
});

test("titles of punctuation alone, of emoji, and from right to left are titles of their own", () => {
  const titles = ["???", "…", "'", "🎵", "🎵🎵", "שיר חדש", "نشيد"];
  expect(new Set(titles.map(titleKey)).size).toBe(titles.length);
  expect(titles.map(titleKey)).not.toContain("");
});

test("a title has the key of any way to write it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (title) => {
      const words = `Chant ${title}`;
      expect(titleKey(`  ${words.toUpperCase().normalize("NFD")} !`)).toBe(titleKey(words.toUpperCase()));
    }),
  );
});

test("a page links to https alone", () => {
  expect(
    ["https://chants.example/gloire", "HTTPS://a.example", "https://a.example/%20x"].filter(isProgrammeLink),
  ).toHaveLength(3);
  const others = [
    "",
    "http://a.example",
    SCRIPT,
    "https://",
    "https:///x",
    "data:text/html,x",
    " https://a",
    "https://a b",
  ];
  expect(others.filter(isProgrammeLink)).toEqual([]);
});

test("empty fields are left out, and fields have one order", () => {
  const [item] = tidyProgramme([{ note: "doux", title: "Abba Père", key: "", link: undefined }]);
  expect(JSON.stringify(item)).toBe('{"title":"Abba Père","note":"doux"}');
  expect(isSameProgramme([{ title: "A", note: "b" }], tidyProgramme([{ note: "b", title: "A" }]))).toBe(true);
  expect(isSameProgramme([{ title: "A" }], [{ title: "A", key: "Sol" }])).toBe(false);
});

test("both programmes together have each title of the other once", () => {
  const now = [{ title: "Abba Père" }, { title: "Gloire" }];
  const mine = [{ title: "ABBA PÈRE", key: "La m" }, { title: "Entre tes mains" }, { title: "Entre tes mains" }];
  expect(mergedProgramme(now, mine).map(({ title }) => title)).toEqual([
    "Abba Père",
    "Gloire",
    "Entre tes mains",
    "Entre tes mains",
  ]);
});
