import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { EventSign } from "#client/music/signs/event-sign.tsx";
import { ANSWER_WORDS, LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { Repairable } from "../repairs/repairable.tsx";
import { LegendEntry } from "../legend-entry.tsx";

const STATES = ["complete", "not_together", "roles_to_fill", "out_of_reach"] as const;
const ANSWERS = ["present", "absent", null] as const;

interface SignLegendProps {
  readonly isCompact: boolean;
  /** The sign of a line-up to repair is explained where there is one: otherwise it would take a second line. */
  readonly events: readonly PlannedEvent[];
}

/** The signs of the calendar with their meaning. */
function Signs({ events }: Pick<SignLegendProps, "events">) {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-tiny text-ink-2">
      {STATES.map((state) => (
        <LegendEntry key={state} sign={<EventSign state={state} size={15} />} word={LIST_STATE_WORDS[state]} />
      ))}
      <Repairable events={events} as="entry" />
      {ANSWERS.map((answer) => (
        // The user's own answers are not printed.
        <LegendEntry
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
export function SignLegend({ isCompact, events }: SignLegendProps) {
  if (!isCompact) {
    return (
      <div className="mt-4">
        <Signs events={events} />
      </div>
    );
  }
  return (
    <details className="mt-2 px-1">
      <summary className="min-h-11 content-center text-small text-ink-2">{dashboardText.legend}</summary>
      <Signs events={events} />
    </details>
  );
}
