import { Link } from "wouter";
import { eventPage } from "#client/pages.ts";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { ListSign } from "#client/music/signs/event-sign.tsx";
import { YouPlay } from "#client/music/signs/you-play.tsx";
import { NarrowSoftText } from "#client/music/soft-text.tsx";
import type { DayEvent } from "./calendar-day.ts";
import { EventTrash } from "../event-trash.tsx";
import { Repairable } from "../repairs/repairable.tsx";
import { GroupMark } from "./group-mark.tsx";

interface EventChipProps {
  readonly dayEvent: DayEvent;
  readonly isPast: boolean;
  readonly isDayMissingRoles: boolean;
  readonly tabIndex: 0 | -1;
}

const CHIP =
  "block rounded-chip px-1.5 py-1 text-tiny hover:ring-[1.5px] hover:ring-edge hover:ring-inset focus-visible:outline-offset-0";

function backgroundClass({ isPast, isDayMissingRoles }: Pick<EventChipProps, "isPast" | "isDayMissingRoles">): string {
  if (isDayMissingRoles) return "bg-missing-soft/62";
  return isPast ? "bg-surface ring-1 ring-line ring-inset" : "bg-sunk/70";
}

/** An event in a day: sign, time, the user's answer (or the event's group), and its name, on five lines at most. */
export function EventChip({ dayEvent, isPast, isDayMissingRoles, tabIndex }: EventChipProps) {
  const { event, answer, otherGroupId, ownRoles } = dayEvent;
  return (
    <li className="group/chip relative">
      <Link
        href={eventPage(event.id)}
        tabIndex={tabIndex}
        className={`${CHIP} ${backgroundClass({ isPast, isDayMissingRoles })}`}
      >
        <span className="flex flex-wrap items-center gap-x-1.5">
          <Repairable events={[event]} as="sign" isMissingRoles={dayEvent.isMissingRoles}>
            <ListSign state={dayEvent.state} size={14} />
          </Repairable>
          <span className="font-semibold">{event.time}</span>{" "}
          {otherGroupId === null ? (
            <span className="ml-auto print:hidden">
              <AnswerSign answer={answer} label={ANSWER_WORDS[answer ?? "none"]} size={14} />
            </span>
          ) : (
            <GroupMark groupId={otherGroupId} />
          )}
        </span>{" "}
        <span className="line-clamp-5 break-words">
          <NarrowSoftText>{event.name}</NarrowSoftText>
        </span>{" "}
        <YouPlay roles={ownRoles} isShort />
      </Link>
      <EventTrash event={event} size="cell" tabIndex={tabIndex} className="chip-button" />
    </li>
  );
}
