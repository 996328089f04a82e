import type { ReactNode } from "react";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { EventSign } from "#client/music/signs/event-sign.tsx";
import { ANSWER_WORDS, LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";

const STATES = ["complete", "not_together", "roles_to_fill", "out_of_reach"] as const;
const ANSWERS = ["present", "absent", null] as const;

interface EntryProps {
  readonly sign: ReactNode;
  readonly word: string;
  readonly className?: string;
}

function Entry({ sign, word, className = "" }: EntryProps) {
  return (
    <li className={`flex items-center gap-1.5 ${className}`}>
      {sign}
      {word}
    </li>
  );
}

/** The signs of the calendar with their meaning. */
function Signs() {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-tiny text-ink-2">
      {STATES.map((state) => (
        <Entry key={state} sign={<EventSign state={state} size={15} />} word={LIST_STATE_WORDS[state]} />
      ))}
      {ANSWERS.map((answer) => (
        // The user's own answers are not printed.
        <Entry
          key={answer}
          className="print:hidden"
          sign={<AnswerSign answer={answer} size={15} />}
          word={ANSWER_WORDS[answer ?? "none"]}
        />
      ))}
    </ul>
  );
}

/** One line under the wide calendar; collapsed on a phone. */
export function SignLegend({ isCompact }: { readonly isCompact: boolean }) {
  if (!isCompact) {
    return (
      <div className="mt-4">
        <Signs />
      </div>
    );
  }
  return (
    <details className="mt-2 px-1">
      <summary className="min-h-11 content-center text-small text-ink-2">{dashboardText.legend}</summary>
      <Signs />
    </details>
  );
}
