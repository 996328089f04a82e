import { useId } from "react";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { agendaText, SEEN_WORDS } from "#text/agenda/agenda.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

const ANSWERS = ["present", "none", "absent"] as const;

/** What an event looks like in the calendar, by one's own answer. */
export function SeenCard() {
  const titleId = useId();
  return (
    <Card labelledBy={titleId} className="p-5">
      <h2 id={titleId} className="mb-3 text-control">
        {agendaText.seen}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-3 sm:gap-x-8">
        {ANSWERS.map((answer) => (
          <div key={answer} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex items-center gap-2.5 text-control">
              <AnswerSign answer={answer === "none" ? null : answer} size={20} />
              {ANSWER_WORDS[answer]}
            </dt>
            <dd className="text-small text-ink-2">{SEEN_WORDS[answer]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
