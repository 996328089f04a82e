import { useId } from "react";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { fullName } from "#domain/people.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { AnswerSign } from "#client/domain-ui/answer-sign.tsx";
import { Avatar } from "#client/domain-ui/avatar.tsx";
import { ANSWER_WORDS } from "#text/availability.ts";
import { HELP_TITLES, helpSentence, othersToAsk, takenRoles } from "#text/whom-to-ask.ts";
import { AskingMessage } from "./asking-message.tsx";

/** A list that nobody can take in at a glance is folded after these. */
const SHOWN = 5;
const HELPS = ["suffices", "adds_roles", "secures"] as const;

interface AskedProps {
  readonly event: PlannedEvent;
  readonly asked: PersonToAsk;
}

/** Somebody whose yes would help; opened, how, and a message ready to be sent. */
function Asked({ event, asked }: AskedProps) {
  const name = fullName(asked.person);
  return (
    <li>
      <details className="group/asked rounded-control bg-sunk open:pb-3">
        <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-3 py-1.5 [&::-webkit-details-marker]:hidden">
          <Avatar id={asked.person.id} name={name} size={28} />
          <span className="min-w-0 grow">
            <span className="block text-control break-words">{name}</span>{" "}
            <span className="block text-tiny text-ink-2">{takenRoles(asked)}</span>
          </span>{" "}
          <span className="flex items-center gap-1.5 text-tiny text-unanswered">
            <AnswerSign answer={null} size={14} />
            {ANSWER_WORDS.none}
          </span>
        </summary>
        <div className="px-3 pt-1">
          <p className="mb-2 text-small">{helpSentence(asked)}</p>
          <AskingMessage event={event} asked={asked} />
        </div>
      </details>
    </li>
  );
}

function Group({ event, people }: { readonly event: PlannedEvent; readonly people: readonly PersonToAsk[] }) {
  const titleId = useId();
  const [first] = people;
  if (first === undefined) return null;
  const [shown, folded] = [people.slice(0, SHOWN), people.slice(SHOWN)];
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mt-4 mb-2 text-small font-semibold">
        {HELP_TITLES[first.help]}
      </h3>
      <ul aria-labelledby={titleId} className="flex flex-col gap-2">
        {shown.map((asked) => (
          <Asked key={asked.person.id} event={event} asked={asked} />
        ))}
      </ul>
      {folded.length === 0 ? null : (
        <details>
          <summary className="min-h-11 content-center text-small text-primary">{othersToAsk(folded.length)}</summary>
          <ul aria-labelledby={titleId} className="flex flex-col gap-2">
            {folded.map((asked) => (
              <Asked key={asked.person.id} event={event} asked={asked} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface PeopleToAskProps {
  readonly event: PlannedEvent;
  /** Whoever helps most first. */
  readonly people: readonly PersonToAsk[];
}

/** Those who have not answered and whose yes would help, by how it would. */
export function PeopleToAsk({ event, people }: PeopleToAskProps) {
  return HELPS.map((help) => <Group key={help} event={event} people={people.filter((asked) => asked.help === help)} />);
}
