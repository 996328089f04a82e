import { useId, useState } from "react";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { eventAddress, MessageOffer } from "#client/messages/message-offer.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useIsEmptyGroup, useMembers } from "#client/planning/group-hooks.ts";
import { useGroupEvents, useNeed } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { askedEvents, type OpenAnswers, openAnswersOf } from "#domain/planning/answers/open-answers.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import {
  messageFor,
  messageText,
  openAnswersMessage,
  openAnswersSubject,
  openAnswersText,
  openDates,
} from "#text/phrases/messages.ts";

function OpenRow({ person, events }: OpenAnswers<UserRow>) {
  const nameId = useId();
  const name = fullName(person);
  const links = events.map((event) => ({ event, address: eventAddress(event.id) }));
  return (
    <li className="border-line px-2 py-3 not-first:border-t sm:px-3">
      <div className="mb-2 flex items-center gap-3">
        <Avatar id={person.id} name={name} />
        <div className="min-w-0">
          <p className="text-control wrap-anywhere">
            <bdi id={nameId}>{name}</bdi>
          </p>{" "}
          <p className="text-tiny text-ink-2">{openDates(events)}</p>
        </div>
      </div>
      <MessageOffer
        message={openAnswersMessage(person, links)}
        subject={openAnswersSubject(events)}
        email={person.email}
        label={messageFor(person)}
        describedBy={nameId}
      />
    </li>
  );
}

function OpenList({ groupId }: { readonly groupId: string }) {
  const events = askedEvents(useGroupEvents(groupId), useToday());
  const open = openAnswersOf(useMembers(groupId, usePeople()), events);
  const isEmpty = useIsEmptyGroup(groupId);
  const problem = usePeopleProblem();
  const isOnlyHere = useSharingState() === "local";
  if (events.length === 0) return <p className="text-small text-ink-2">{openAnswersText.noEvent}</p>;
  if (isEmpty) return <p className="text-small text-ink-2">{groupPageText.nobodyBelongs}</p>;
  if (open.length === 0) {
    return <p className="text-small text-ink-2">{problem ? sentenceOf(problem) : openAnswersText.everyoneAnswered}</p>;
  }
  return (
    <>
      <p className="mb-3 text-small text-ink-2">
        {openAnswersText.explanation} {isOnlyHere ? messageText.onlyHere : null}
      </p>
      <ul aria-label={ANSWER_WORDS.none} className="rounded-strip border border-line">
        {open.map((openAnswers) => (
          <OpenRow key={openAnswers.person.id} {...openAnswers} />
        ))}
      </ul>
    </>
  );
}

/** The members of the group who have not answered all of its next events, each with a prepared message. */
export function UnansweredRegion({ groupId }: { readonly groupId: string }) {
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "upcoming", groupId, from: useToday() }, attempt);
  const peopleStatus = usePeopleStatus();
  const isLoading = status === "loading" || peopleStatus === "loading";
  return (
    <TitledCard title={ANSWER_WORDS.none} className="min-w-0 p-5">
      {isLoading ? <Skeleton className="mt-3 h-32 rounded-strip" /> : null}
      {!isLoading && status === "ready" ? <OpenList groupId={groupId} /> : null}
      {!isLoading && status === "failed" ? (
        <LoadFailure sentence={loadFailureText.upcoming} onRetry={() => setAttempt(attempt + 1)} />
      ) : null}
    </TitledCard>
  );
}
