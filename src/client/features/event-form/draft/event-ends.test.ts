import { expect, test } from "vitest";
import { choiceInWords, choiceOfEnd, endOfChoice, LATE_ENDS } from "./event-draft.ts";

test("the ends go on every 30 minutes to 05:30 of the next day, which they name", () => {
  const words = LATE_ENDS.map(choiceInWords);
  expect([words.length, words[0], words[2], words.at(-1)]).toEqual([
    12,
    "00:00 (lendemain)",
    "01:00 (lendemain)",
    "05:30 (lendemain)",
  ]);
  expect(choiceInWords("23:30")).toBe("23:30");
});

test("a choice is the end that it came from", () => {
  for (const end of [
    { endTime: "01:00", endsNextDay: true },
    { endTime: "23:30", endsNextDay: false },
  ]) {
    expect(endOfChoice(choiceOfEnd(end))).toEqual(end);
  }
  expect(choiceOfEnd({})).toBe("");
});
