import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { presentPeople } from "#domain/availability.ts";
import { missingRoles } from "#domain/critical-roles.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { AnswerButtons } from "#client/domain-ui/answer-buttons.tsx";
import { AvatarStack } from "#client/domain-ui/avatar-stack.tsx";
import { listState } from "#client/domain-ui/event-sign.tsx";
import { PlayBadge } from "#client/domain-ui/play-badge.tsx";
import { RoleScale } from "#client/domain-ui/role-scale.tsx";
import { useAnswering } from "#client/domain-ui/use-answering.tsx";
import { usePlayState } from "#client/line-up/use-play-state.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Alert } from "#client/ui/message.tsx";
import { longDateTime } from "#text/dates.ts";
import { planningSentenceOf } from "#text/planning-errors.ts";
import { eventText } from "#text/event.ts";
import { EventTrash } from "./event-trash.tsx";

interface EventCardProps {
  readonly event: PlannedEvent;
  /** Below a heading that gives the day, the time and the place are enough. */
  readonly isDayKnown?: boolean | undefined;
  /** Whose event it is, where it is not the selected group's. */
  readonly groupMark?: ReactNode;
}

function WhenAndWhere({ event, isDayKnown = false, groupMark }: EventCardProps) {
  if (isDayKnown) {
    return (
      <p className="text-small break-words text-ink-2">
        {event.time} · {event.location} {groupMark}
      </p>
    );
  }
  return (
    <div className="text-small text-ink-2">
      <p>{longDateTime(event.date, event.time)}</p>
      <p className="mt-0.5 flex gap-1.5">
        <MapPin className="mt-[2.5px] size-[15px]" />
        <span className="min-w-0 break-words">{event.location}</span>
      </p>
    </div>
  );
}

/** An event at a glance, with the reader's own answer: one item of a list. */
export function EventCard({ event, isDayKnown, groupMark }: EventCardProps) {
  const { answer, refusal, give } = useAnswering(event, useUser(), useSubmit());
  const missing = missingRoles(event.availability);
  const { state, tied } = usePlayState(event);
  const present = presentPeople(event.availability).map(({ userId, userName }) => ({ id: userId, name: userName }));
  return (
    <li className="flex flex-col gap-2.5 rounded-event bg-surface p-4 shadow-1 has-data-confirming:bg-missing-tint">
      <div>
        <div className="flex items-start gap-3">
          <h3 className="min-w-0 grow text-name break-words">
            <Link href={`/events/${event.id}`} className="hover:underline">
              {event.name}
            </Link>
          </h3>
          <RoleScale state={listState(state)} missing={missing} tied={tied} />
        </div>
        <WhenAndWhere event={event} isDayKnown={isDayKnown} groupMark={groupMark} />
      </div>
      <div className="flex items-start justify-between gap-2 has-data-confirming:flex-col">
        <PlayBadge state={state} missing={missing} />
        <EventTrash event={event} className="-my-2 -mr-3 flex-none" />
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-2">
        <AvatarStack people={present} />
        <div className="ml-auto grow basis-[172px]">
          <AnswerButtons answer={answer} onAnswer={give} label={event.name} />
        </div>
      </div>
      {refusal === null ? null : <Alert detail={planningSentenceOf(refusal)}>{eventText.answerNotSaved}</Alert>}
    </li>
  );
}
