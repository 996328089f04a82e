import { useId } from "react";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { agendaText, SEEN_WORDS } from "#text/agenda/agenda.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";

const ANSWERS = ["present", "none", "absent"] as const;

/** What an event looks like in the calendar, by the user's own answer. */
export function SeenCard() {
  const titleId = useId();
  return (
    <Card labelledBy={titleId} className="p-4 sm:p-5">
      <h2 id={titleId} className="mb-3 text-control">
        {agendaText.seen}
      </h2>
      <dl className="flex flex-col gap-3">
        {ANSWERS.map((answer) => (
          <div key={answer} className="flex flex-wrap items-center gap-x-3">
            <dt className="flex max-w-full basis-33 items-center gap-2.5 text-control sm:basis-40">
              <AnswerSign answer={answer === "none" ? null : answer} size={20} />
              {ANSWER_WORDS[answer]}
            </dt>
            <dd className="min-w-0 grow basis-36 text-small text-ink-2">{SEEN_WORDS[answer]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
