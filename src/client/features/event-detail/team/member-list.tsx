import type { ReactNode, RefObject } from "react";
import type { Answer } from "#domain/availability/availability.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { availabilityText } from "#text/phrases/availability.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { fullName } from "#domain/people/people.ts";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { byAuthor, quotedComment } from "#text/event/event-page.ts";
import { AnsweringFor } from "./answering-for.tsx";
import type { TeamMember } from "./team.ts";

interface MemberListProps {
  readonly event: PlannedEvent;
  readonly answeredRef: RefObject<string | null>;
  readonly title: string;
  readonly answer: Answer | null;
  readonly members: readonly TeamMember[];
  /** Set to false if the count is elsewhere; default true. */
  readonly isCounted?: boolean;
  /** In two columns where the lists stand side by side. */
  readonly isWide?: boolean;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
}

interface MemberRowProps extends TeamMember {
  readonly event: PlannedEvent;
  readonly answeredRef: RefObject<string | null>;
  readonly isAnswered: boolean;
}

function MemberRow({ event, answeredRef, isAnswered, id, name, services, comment, saidBy, source }: MemberRowProps) {
  const user = useUser();
  const people = usePeople();
  const person = people.find((one) => one.id === id);
  const author = people.find((one) => one.id === saidBy);
  const canAnswer = useMay("availability.set_for_others", event.groupId);
  const isAnswerable = person !== undefined && id !== user.id && canAnswer;
  return (
    <li
      data-always={isAnswered ? undefined : true}
      className="group relative flex min-h-11 break-inside-avoid items-center gap-3 py-1.5 print:min-h-0 print:py-0.5"
    >
      <Avatar id={id} name={name} />
      <div className="min-w-0">
        <p className="text-control break-words">
          <span className="inline-block max-w-full">{name}</span>
          {source === undefined ? null : (
            <span className="text-tiny font-normal whitespace-nowrap text-ink-2"> {availabilityText.inAbsence}</span>
          )}
        </p>{" "}
        <p className="text-tiny break-words text-ink-2">{services.join(", ")}</p>
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

/** The people with one answer, and their number. */
export function MemberList(props: MemberListProps) {
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
          <MemberRow key={member.id} event={event} answeredRef={answeredRef} isAnswered={answer !== null} {...member} />
        ))}
      </ul>
      {members.length === 0 ? <div className="text-small text-ink-2">{empty}</div> : null}
    </div>
  );
}
