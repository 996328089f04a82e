import { type ReactNode, type RefObject, useRef } from "react";
import { Link } from "wouter";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { PAGES } from "#client/pages.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useIsEmptyGroup, useMembers, useSelectGroup } from "#client/planning/group-hooks.ts";
import { useMay, useNeed } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import {
  type Answer,
  type AnsweredPerson,
  peopleWhoAnswered,
  peopleWithoutAnswer,
} from "#domain/availability/availability.ts";
import { compareNames, fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { byAuthor, quotedComment } from "#text/event/event-page.ts";
import { eventText } from "#text/event/event.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { ANSWER_WORDS, availabilityText } from "#text/phrases/availability.ts";
import { AnsweringFor } from "./answering-for.tsx";

interface MemberListProps {
  readonly event: PlannedEvent;
  /** The person whose answer a leader recorded last: the button in their new row takes the focus. */
  readonly answeredRef: RefObject<string | null>;
  readonly title: string;
  readonly answer: Answer | null;
  readonly members: readonly AnsweredPerson[];
  /** Whether the title shows the number of members; default true. */
  readonly isCounted?: boolean;
  /** Whether the list has two columns on a wide screen. */
  readonly isWide?: boolean;
  readonly empty: ReactNode;
}

interface MemberRowProps extends AnsweredPerson, Pick<MemberListProps, "event" | "answeredRef"> {
  /** Whether the person answered. If so, the button that answers for them is visible only on hover and focus. */
  readonly isAnswered: boolean;
}

function MemberRow({ event, answeredRef, isAnswered, ...answered }: MemberRowProps) {
  const { userId: id, userName: name, positions, comment, saidBy, source } = answered;
  const user = useUser();
  const people = usePeople();
  const person = people.find((other) => other.id === id);
  const author = people.find((other) => other.id === saidBy);
  const canAnswer = useMay("availability.set_for_others", event.groupId);
  const isAnswerable = person !== undefined && id !== user.id && canAnswer;
  return (
    <li
      // Makes the button always visible.
      data-always={isAnswered ? undefined : true}
      className="group relative flex min-h-11 break-inside-avoid items-center gap-3 py-1.5 print:min-h-0 print:py-0.5"
    >
      <Avatar id={id} name={name} />
      <div className="min-w-0">
        <p className="text-control">
          <span className="inline-block max-w-full">{name}</span>
          {source === "absence" ? (
            <span className="text-tiny font-normal whitespace-nowrap text-ink-2"> {availabilityText.inAbsence}</span>
          ) : null}
        </p>{" "}
        <p className="text-tiny text-ink-2">{positions.join(", ")}</p>
        {author === undefined ? null : <p className="text-tiny text-ink-2">{byAuthor(fullName(author))}</p>}
        {comment === undefined ? null : (
          <p dir="auto" className="text-small wrap-anywhere">
            {quotedComment(comment)}
          </p>
        )}
      </div>
      {isAnswerable ? <AnsweringFor event={event} person={person} answeredRef={answeredRef} /> : null}
    </li>
  );
}

function MemberList(props: MemberListProps) {
  const { event, answeredRef, title, answer, members, isCounted = true, isWide = false, empty } = props;
  return (
    <div className="min-w-0">
      <h3 className="flex items-center gap-2 py-1 text-small font-semibold">
        <AnswerSign answer={answer} />
        {title} {isCounted ? <span className="font-normal text-ink-2">{members.length}</span> : null}
      </h3>
      {/* Rendered even when empty, so that it can be found by its name. */}
      <ul aria-label={title} className={`min-h-px ${isWide ? "gap-x-5 lg:columns-2" : ""}`}>
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            event={event}
            answeredRef={answeredRef}
            isAnswered={answer !== null}
            {...member}
          />
        ))}
      </ul>
      {members.length === 0 ? <div className="text-small text-ink-2">{empty}</div> : null}
    </div>
  );
}

interface Team {
  readonly present: readonly AnsweredPerson[];
  readonly absent: readonly AnsweredPerson[];
  readonly unanswered: readonly AnsweredPerson[];
}

function byName(people: readonly AnsweredPerson[]): AnsweredPerson[] {
  return people.toSorted((a, b) => compareNames(a.userName, b.userName));
}

interface TeamPeople {
  /** Everybody who has an account. */
  readonly people: readonly Person[];
  /** The members of the event's group, who are expected to answer. */
  readonly members: readonly Person[];
}

/**
 * Sorts the people into three lists by answer, each by name. People who are present have the services recorded with
 * their answer. An absence records only the first service, so absent people have their current services, if known.
 */
export function teamOf({ availability }: Pick<PlannedEvent, "availability">, { people, members }: TeamPeople): Team {
  const servicesOf = new Map(people.map(({ id, positions }) => [id, positions]));
  const absent = peopleWhoAnswered(availability, "absent");
  const unanswered = peopleWithoutAnswer(members, availability);
  return {
    present: byName(peopleWhoAnswered(availability, "present")),
    absent: byName(
      absent.map((person) => ({ ...person, positions: servicesOf.get(person.userId) ?? person.positions })),
    ),
    unanswered: byName(
      unanswered.map((person) => ({ userId: person.id, userName: fullName(person), positions: person.positions })),
    ),
  };
}

export function GroupPageLink({ groupId, children }: { readonly groupId: string; readonly children: ReactNode }) {
  const selectGroup = useSelectGroup();
  return (
    <Link href={PAGES.group} className={buttonClass({ size: "compact" })} onClick={() => selectGroup(groupId)}>
      {children}
    </Link>
  );
}

/** Why the list of unanswered people is empty: everybody answered, or the members are not loaded (yet). */
function NobodyUnanswered({ groupId }: { readonly groupId: string }) {
  const peopleStatus = usePeopleStatus();
  const problem = usePeopleProblem();
  const groupStatus = useNeed({ type: "group", groupId });
  if (peopleStatus === "loading" || groupStatus === "loading") return <Skeleton className="h-8 w-40 rounded-chip" />;
  if (problem !== null) return <span>{sentenceOf(problem)}</span>;
  return <span>{groupStatus === "ready" ? eventText.everyoneAnswered : loadFailureText.group}</span>;
}

/** Shown if the group has no members: a link to add some. */
function NoMembers({ groupId }: { readonly groupId: string }) {
  const canAdd = useMay("group.add_member", groupId);
  return (
    <>
      <p className="mb-2">{groupPageText.nobodyBelongs}</p>
      <GroupPageLink groupId={groupId}>{canAdd ? groupPageText.addToGroup : groupPageText.showGroup}</GroupPageLink>
    </>
  );
}

/** On a wide screen the lists are side by side, and the longer one of the first and last takes half of the width. */
const WIDE_FIRST = "lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]";
const WIDE_LAST = "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]";

export function TeamLists({ event }: { readonly event: PlannedEvent }) {
  const { groupId, availability } = event;
  const listProps = { event, answeredRef: useRef<string | null>(null) };
  const people = usePeople();
  const isEmpty = useIsEmptyGroup(groupId);
  const { present, absent, unanswered } = teamOf({ availability }, { people, members: useMembers(groupId, people) });
  const isPresentLonger = present.length >= unanswered.length;
  return (
    <TitledCard title={eventText.team} titleClass="mb-1.5" className="min-w-0 self-start p-5">
      <div className={`grid gap-x-5 gap-y-3 ${isPresentLonger ? WIDE_FIRST : WIDE_LAST} print:block`}>
        <MemberList
          {...listProps}
          title={eventText.present}
          answer="present"
          isWide={isPresentLonger}
          members={present}
          empty={eventText.nobodyPresent}
        />
        <MemberList
          {...listProps}
          title={eventText.absent}
          answer="absent"
          members={absent}
          empty={eventText.nobodyAbsent}
        />
        <MemberList
          {...listProps}
          title={ANSWER_WORDS.none}
          answer={null}
          members={unanswered}
          isWide={!isPresentLonger}
          isCounted={!isEmpty}
          empty={isEmpty ? <NoMembers groupId={groupId} /> : <NobodyUnanswered groupId={groupId} />}
        />
      </div>
    </TitledCard>
  );
}
