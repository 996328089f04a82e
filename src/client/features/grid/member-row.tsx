import { memo } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { type AnswerColumn, rolesTaken } from "#domain/planning/answers/answer-table.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { rolesInWords } from "#text/grid/grid.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

interface MemberRowProps {
  readonly id: string;
  readonly name: string;
  readonly answers: readonly (Answer | null)[];
  readonly columns: readonly AnswerColumn[];
  readonly now: string;
}

/** One member's answers, and the roles that they take; the legend explains the signs. */
export const MemberRow = memo(function MemberRow({ id, name, answers, columns, now }: MemberRowProps) {
  return (
    <tr>
      <th scope="row" className="text-small font-semibold">
        <span className="flex items-center gap-2 wrap-anywhere">
          <span className="contents max-sm:hidden">
            <Avatar id={id} name={name} size={28} />
          </span>
          {name}
        </span>
      </th>
      {columns.map(({ event }, index) => {
        const answer = answers[index] ?? null;
        const roles = rolesTaken(event, id, answer);
        return (
          <td key={event.id} className={isPast(event, now) ? "grid-past" : undefined}>
            <AnswerSign answer={answer} size={18} className={`grid-answer-${answer ?? "none"}`} />
            <span className="sr-only">{ANSWER_WORDS[answer ?? "none"]}</span>{" "}
            {roles.length === 0 ? null : <span className="grid-roles text-tiny text-ink-2">{rolesInWords(roles)}</span>}
          </td>
        );
      })}
    </tr>
  );
});
