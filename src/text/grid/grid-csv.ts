import { type AnswerTable, rolesTaken } from "../../domain/planning/answers/answer-table.ts";
import type { Answer } from "../../domain/availability/availability.ts";
import { monthKey, type YearMonth } from "../../domain/calendar/calendar.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { longDateTime } from "../phrases/dates.ts";
import { csvText } from "./csv.ts";
import { gridText, missingInWords, rolesInWords } from "./grid.ts";

/** « grille-2026-11.csv » */
export function gridFileName(month: YearMonth): string {
  return `grille-${monthKey(month)}.csv`;
}

/** « Présent », « Présent (Batterie) » */
function cellText(answer: Answer | null, roles: readonly BandRole[]): string {
  const word = ANSWER_WORDS[answer ?? "none"];
  return roles.length === 0 ? word : `${word} (${rolesInWords(roles)})`;
}

/** The grid as a CSV file: the members down, the events across, the missing roles last. */
export function gridCsv({ columns, rows }: AnswerTable): string {
  return csvText([
    [gridText.members, ...columns.map(({ event: { name, date, time } }) => `${name}, ${longDateTime(date, time)}`)],
    ...rows.map(({ personId, name, answers }) => [
      name,
      ...columns.map(({ event }, index) => {
        const answer = answers[index] ?? null;
        return cellText(answer, rolesTaken(event, personId, answer));
      }),
    ]),
    [gridText.missingRoles, ...columns.map(({ missing, required }) => missingInWords(missing, required))],
  ]);
}
