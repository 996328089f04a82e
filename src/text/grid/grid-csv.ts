import type { AnswerTable } from "../../domain/availability/answer-table.ts";
import { monthKey, type YearMonth } from "../../domain/calendar/calendar.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { longDateTime } from "../phrases/dates.ts";
import { csvText } from "./csv.ts";
import { gridText, missingInWords } from "./grid.ts";

/** « grille-2026-11.csv » */
export function gridFileName(month: YearMonth): string {
  return `grille-${monthKey(month)}.csv`;
}

/** The grid as a CSV file: the members down, the events across, the missing roles last. */
export function gridCsv({ columns, rows }: AnswerTable): string {
  return csvText([
    [gridText.members, ...columns.map(({ event: { name, date, time } }) => `${name}, ${longDateTime(date, time)}`)],
    ...rows.map(({ name, answers }) => [name, ...answers.map((answer) => ANSWER_WORDS[answer ?? "none"])]),
    [gridText.missingRoles, ...columns.map(({ missing }) => missingInWords(missing))],
  ]);
}
