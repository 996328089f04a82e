import { MapPin } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { AbsenceLine, NotSaved, OwnAnswerButtons, useAnswering } from "#client/answering/answering.tsx";
import { EntrustedPlay } from "#client/family/entrusted-play.tsx";
import { usePlayState } from "#client/line-up/use-play-questions.ts";
import { AvatarStack } from "#client/music/avatars/avatar.tsx";
import { RoleScale } from "#client/music/scale/role-scale.tsx";
import { listState, PlayBadge } from "#client/music/signs/event-sign.tsx";
import { YouPlay } from "#client/music/signs/you-play.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import { useGroupRules } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { presentPeople } from "#domain/availability/availability.ts";
import { missingRoles } from "#domain/line-up/critical-roles.ts";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { groupMark } from "#text/dashboard/dashboard.ts";
import { eventText } from "#text/event/event.ts";
import { longDateTime } from "#text/phrases/dates.ts";
import { EventTrash, Repairable } from "../for-leaders.tsx";

interface EventCardProps {
  readonly event: PlannedEvent;
  /** Whether a heading above already names the day. */
  readonly isDayKnown?: boolean;
  /** The event's group, if it is not the selected one. Shown only if `isDayKnown`: other lists have one group. */
  readonly otherGroupId?: string | null;
}

/** Shows an event's group, for users who see several groups. */
export function GroupMark({ groupId }: { readonly groupId: string }) {
  return (
    <span className="min-w-0 rounded-[6px] px-1 text-count wrap-anywhere text-ink-2 ring-1 ring-edge ring-inset">
      {groupMark(groupId)}
    </span>
  );
}

function WhenAndWhere({ event, isDayKnown = false, otherGroupId = null }: EventCardProps) {
  if (isDayKnown) {
    return (
      <p className="text-small text-ink-2">
        {event.time} · {event.location} {otherGroupId === null ? null : <GroupMark groupId={otherGroupId} />}
      </p>
    );
  }
  return (
    <div className="text-small text-ink-2">
      <p>{longDateTime(event.date, event.time)}</p>
      <p className="mt-0.5 flex gap-1.5">
        <MapPin className="mt-[2.5px] size-[15px]" />
        <span className="min-w-0">{event.location}</span>
      </p>
    </div>
  );
}

function AnswerWithdrawal({ onWithdraw }: { readonly onWithdraw: () => void }) {
  return (
    <button
      type="button"
      className="relative min-h-6 rounded-small px-1.5 text-tiny font-semibold text-primary hover:bg-primary-soft"
      onClick={onWithdraw}
    >
      {eventText.withdrawAnswer}
    </button>
  );
}

/**
 * An event as a list item: its state, who is present, and the user's own answer. Memoised: rendered again only when
 * the event changes, or the data from which its state is computed.
 */
export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { event } = props;
  const user = useUser();
  const { answer, isInAbsence, refusal, give } = useAnswering(event, user);
  const { requiredRolesOf } = useGroupRules();
  const requiredRoles = requiredRolesOf(event);
  const missing = missingRoles(event.availability, requiredRoles);
  const { state, tied } = usePlayState(event);
  const present = presentPeople(event.availability).map(({ userId, userName }) => ({ id: userId, name: userName }));
  return (
    <li className="relative flex flex-col gap-2.5 rounded-event bg-surface px-4 pt-4 pb-1 shadow-1 has-data-confirming:bg-danger-tint">
      <div>
        <div className="flex items-start gap-3">
          <h3 className="min-w-0 grow text-name">
            {/* The link covers the whole card except its other controls. */}
            <Link
              href={eventPage(event.id)}
              className="-my-0.5 block py-0.5 after:absolute after:inset-0 after:rounded-event hover:underline"
            >
              <SoftText>{event.name}</SoftText>
            </Link>
          </h3>
          <RoleScale roles={requiredRoles} state={listState(state)} missing={missing} tied={tied} />
        </div>
        <WhenAndWhere {...props} />
      </div>
      <YouPlay roles={rolesToPlay(event, user.id)} className="text-small" />
      <EntrustedPlay event={event} className="text-small" />
      <div className="flex items-start justify-between gap-2 has-data-confirming:flex-col">
        <Repairable events={[event]} as="badge" isMissingRoles={missing.length > 0}>
          <PlayBadge state={state} missing={missing} required={requiredRoles} />
        </Repairable>
        <div className="relative max-w-full has-data-confirming:ml-auto">
          <EventTrash event={event} className="-my-2 -mr-3 flex-none" />
        </div>
      </div>
      <div className="mt-auto">
        <div className="flex flex-wrap items-center gap-2">
          <AvatarStack people={present} />
          <div className="relative ml-auto grow basis-[10.75rem]">
            <OwnAnswerButtons answer={answer} onAnswer={give} label={event.name} />
          </div>
        </div>
        {/* Reserves the height, so that nothing below moves when an answer is given. */}
        <div className="mt-0.5 flex min-h-6 justify-end">
          {isInAbsence ? <AbsenceLine /> : null}
          {answer === null ? null : <AnswerWithdrawal onWithdraw={() => void give(null)} />}
        </div>
      </div>
      <NotSaved code={refusal} />
    </li>
  );
});
