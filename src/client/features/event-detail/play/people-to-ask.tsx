import { ChevronDown } from "lucide-react";
import { useId } from "react";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import { HELP_TITLES, helpSentence, othersToAsk, takenRoles } from "#text/event/whom-to-ask.ts";
import { AskingMessage } from "./asking-message.tsx";

/** Longer lists are collapsed after this many. */
const SHOWN = 5;
const HELPS = ["suffices", "adds_roles", "secures", "doubles"] as const;

interface AskedProps {
  readonly event: PlannedEvent;
  readonly asked: PersonToAsk;
}

/** A person whose presence would help; expanded: how, and a prepared message. */
function Asked({ event, asked }: AskedProps) {
  const name = fullName(asked.person);
  return (
    <li>
      <details className="group/asked rounded-control bg-sunk open:pb-3">
        <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 rounded-control border-[1.5px] border-edge bg-surface px-3 py-1.5 select-none group-open/asked:border-transparent group-open/asked:bg-transparent hover:bg-primary-soft [&::-webkit-details-marker]:hidden">
          <Avatar id={asked.person.id} name={name} size={28} />
          <span className="flex min-w-0 grow basis-24 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-32">
              <span className="block text-control break-words">{name}</span>{" "}
              <span className="block text-tiny text-ink-2">{takenRoles(asked)}</span>
            </span>{" "}
            <span className="flex items-center gap-1.5 text-tiny text-unanswered">
              <AnswerSign answer={null} size={14} />
              {ANSWER_WORDS.none}
            </span>
          </span>
          <ChevronDown className="ml-auto flex-none text-primary transition-transform duration-120 group-open/asked:rotate-180" />
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
    <section aria-labelledby={titleId} className="print:hidden">
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
  /** The most helpful person first. */
  readonly people: readonly PersonToAsk[];
}

/** People without an answer whose presence would help, grouped by how. */
export function PeopleToAsk({ event, people }: PeopleToAskProps) {
  return HELPS.map((help) => <Group key={help} event={event} people={people.filter((asked) => asked.help === help)} />);
}
