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
 * For a line-up that needs a repair: sorts the people by how little the line-up would change if they came, and adds
 * these changes to each. People who would not improve the repair come last.
 */
export function inPriceOrder(people: readonly PersonToAsk[], prices: readonly PriceOfYes[]): PersonToAsk[] {
  const rankOf = ({ person: { id } }: PersonToAsk): number => {
    const rank = prices.findIndex(({ person }) => person.id === id);
    return rank === -1 ? prices.length : rank;
  };
  return people
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((candidate) => withRepair(candidate, prices[rankOf(candidate)]));
}

/** A person with the roles that they and others would take in the repair. */
function withRepair(candidate: PersonToAsk, price: PriceOfYes | undefined): PersonToAsk {
  const ownMove = price?.repair.moves.find(({ person }) => person.id === candidate.person.id);
  // Only candidates without `standIns` have `moves`.
  if (price === undefined || ownMove === undefined || "standIns" in candidate) return candidate;
  return { ...candidate, takes: ownMove.to, moves: price.repair.moves.filter((move) => move !== ownMove) };
}

interface CandidateProps {
  readonly event: PlannedEvent;
  readonly candidate: PersonToAsk;
}

/** A person whose presence would help. Unfolded: how they would help, and a prepared message. */
function Candidate({ event, candidate }: CandidateProps) {
  const { person } = candidate;
  const name = fullName(person);
  const email = usePeople().find(({ id }) => id === person.id)?.email;
  const turnWordsOf = useTurnWords();
  return (
    <li>
      <details className="group/asked rounded-control bg-sunk open:pb-3">
        <summary className="asked-person">
          <Avatar id={person.id} name={name} size={28} />
          <span className="flex min-w-0 grow basis-24 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-32">
              <span className="block text-control">{name}</span>{" "}
              <span className="block text-tiny wrap-anywhere text-ink-2">
                {rolesAndTurn(candidate, turnWordsOf(person.id))}
              </span>
            </span>{" "}
            <span className="flex items-center gap-1.5 text-tiny text-unanswered">
              <AnswerSign answer={null} size={14} />
              {ANSWER_WORDS.none}
            </span>
          </span>
          <ChevronDown className="ml-auto flex-none text-primary transition-transform duration-120 group-open/asked:rotate-180" />
        </summary>
        <div className="px-3 pt-1">
          <p className="mb-2 text-small">{helpSentence(candidate)}</p>
          <MessageOffer
            message={askingMessage(event, candidate, eventAddress(event.id))}
            subject={event.name}
            email={email}
            label={messageFor(person)}
            isTextShown
          />
          <p className="mt-2 text-small text-ink-2">{messageText.onlyHere}</p>
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

/** In a local planning. */
function PeopleToWriteTo({ event, people }: PeopleToAskProps) {
  return (
    <HelpGroups
      people={people}
      renderRow={(candidate) => <Candidate key={candidate.person.id} event={event} candidate={candidate} />}
    />
  );
}

const AskingPeople = lazyPart(async () => (await import("./asking/asking-people.tsx")).AskingPeople);

/**
 * The people without an answer whose presence would help, grouped by how. In a shared planning an admin or a leader
 * can send them requests. In a local planning there is only a text to copy.
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
