import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { eventAddress, MessageOffer } from "#client/messages/message-offer.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { isBroken } from "#domain/line-up/repairing/faults.ts";
import { type PriceOfYes, pricesOf } from "#domain/line-up/repairing/prices.ts";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { askingMessage, helpSentence, rolesAndTurn } from "#text/event/whom-to-ask.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import { messageFor, messageText } from "#text/phrases/messages.ts";
import { useEventTurns, useTurnWords } from "../event-turns.tsx";
import { HelpGroups } from "./help-group.tsx";

/**
 * For a kept line-up that needs a repair: the people whose yes changes it least come first, each with those changes.
 * People whose yes does not change its repair come last.
 */
export function inPriceOrder(people: readonly PersonToAsk[], prices: readonly PriceOfYes[]): PersonToAsk[] {
  const rankOf = ({ person: { id } }: PersonToAsk): number => {
    const rank = prices.findIndex(({ person }) => person.id === id);
    return rank === -1 ? prices.length : rank;
  };
  return people.toSorted((a, b) => rankOf(a) - rankOf(b)).map((asked) => withRepair(asked, prices[rankOf(asked)]));
}

function withRepair(asked: PersonToAsk, price: PriceOfYes | undefined): PersonToAsk {
  const ownMove = price?.repair.moves.find(({ person }) => person.id === asked.person.id);
  if (price === undefined || ownMove === undefined || "standIns" in asked) return asked;
  return { ...asked, takes: ownMove.to, moves: price.repair.moves.filter((move) => move !== ownMove) };
}

interface AskedProps {
  readonly event: PlannedEvent;
  readonly asked: PersonToAsk;
}

function AskingMessage({ event, asked }: AskedProps) {
  const email = usePeople().find(({ id }) => id === asked.person.id)?.email;
  const isOnlyHere = useSharingState() === "local";
  return (
    <>
      <MessageOffer
        message={askingMessage(event, asked, eventAddress(event.id))}
        subject={event.name}
        email={email}
        label={messageFor(asked.person)}
        isTextShown
      />
      {isOnlyHere ? <p className="mt-2 text-small text-ink-2">{messageText.onlyHere}</p> : null}
    </>
  );
}

/** A person whose presence would help; expanded: how, and a prepared message. */
function Asked({ event, asked }: AskedProps) {
  const { person } = asked;
  const name = fullName(person);
  const turnOf = useTurnWords();
  return (
    <li>
      <details className="group/asked rounded-control bg-sunk open:pb-3">
        <summary className="asked-person">
          <Avatar id={person.id} name={name} size={28} />
          <span className="flex min-w-0 grow basis-24 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-32">
              <span className="block text-control break-words">{name}</span>{" "}
              <span className="block text-tiny wrap-anywhere text-ink-2">{rolesAndTurn(asked, turnOf(person.id))}</span>
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

interface PeopleToAskProps {
  readonly event: PlannedEvent;
  /** The most helpful person first. */
  readonly people: readonly PersonToAsk[];
}

function PeopleToWriteTo({ event, people }: PeopleToAskProps) {
  return (
    <HelpGroups people={people} renderRow={(asked) => <Asked key={asked.person.id} event={event} asked={asked} />} />
  );
}

const AskingPeople = lazyPart(async () => (await import("./asking/asking-people.tsx")).AskingPeople);

/**
 * People without an answer whose presence would help, grouped by how. If the kept line-up needs a repair, people whose
 * yes changes it least come first. Only a shared planning sends them messages.
 */
export function PeopleToAsk({ event, people }: PeopleToAskProps) {
  const questionOf = usePlayQuestions();
  const turns = useEventTurns();
  const ordered = useMemo(() => {
    const question = questionOf(event);
    if (event.lineUp === undefined || !isBroken(question, event.lineUp)) return people;
    return inPriceOrder(people, pricesOf(question, event.lineUp, turns));
  }, [event, people, questionOf, turns]);
  const List = useSharingState() === "local" ? PeopleToWriteTo : AskingPeople;
  return <List event={event} people={ordered} />;
}
