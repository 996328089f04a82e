import { CalendarX2, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { AbsenceForm } from "#client/answering/absence-form.tsx";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { newUuid } from "#client/planning/new-uuid.ts";
import { useNeed, useNeeds, usePlanningPart, useSubmit } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { useUser } from "#client/session/session-hooks.ts";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { Memberships } from "#contract/planning/memberships.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";
import type { ChangeRefusal, RefusalCode } from "#contract/planning/planning-change.ts";
import {
  type Absence,
  type AbsenceDays,
  comingAbsences,
  covers,
  refusalOfAbsence,
} from "#domain/availability/absences.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import { isPlainDate } from "#domain/calendar/calendar.ts";
import {
  absenceEnds,
  absencesText,
  daysInWords,
  eventsInWords,
  inTheseDays,
  removeAbsence,
  touchedEvents,
} from "#text/absences/absences.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";

interface EventCounts {
  readonly total: number;
  /** The number of events that the user has answered. */
  readonly answered: number;
}

/** The user's absences that are not over, sorted by first day. */
function useOwnAbsences(): readonly Absence[] {
  const { id } = useUser();
  const absences = usePlanningPart("absences").filter(({ person }) => person.id === id);
  return comingAbsences(absences, useToday());
}

/**
 * The ids of the user's groups, loaded from the server; `null` while loading. If loading fails, only the groups that this
 * page already knows. A local planning records no memberships, so all its groups count.
 */
function useOwnGroupIds(userId: string): readonly string[] | null {
  const members = usePlanningPart("members");
  const groups = usePlanningPart("groups");
  const { status, value: memberships } = useServerData(members && membershipsAddress(userId), Memberships);
  return useMemo(() => {
    if (members === null) return groups.map(({ id }) => id);
    if (status === "loading") return null;
    if (memberships) return memberships.map(({ groupId }) => groupId);
    return Object.keys(members).filter((groupId) => members[groupId]?.includes(userId));
  }, [members, groups, status, memberships, userId]);
}

/** Counts the events in each range of days; `null` until they are loaded. */
function useEventCounts(ranges: readonly AbsenceDays[]): readonly (EventCounts | null)[] {
  const { id: userId } = useUser();
  const groupIds = useOwnGroupIds(userId);
  const events = usePlanningPart("events");
  const needs = (groupIds ?? []).flatMap((groupId) =>
    ranges.map(({ from, to }) => ({ type: "days" as const, groupId, from, to })),
  );
  const statuses = useNeeds(needs);
  if (groupIds === null) return ranges.map(() => null);
  const notLoaded = needs.filter((_, index) => statuses[index] !== "ready");
  return ranges.map((range) => {
    if (notLoaded.some(({ from, to }) => from === range.from && to === range.to)) return null;
    const inRange = events.filter(({ groupId, date }) => groupIds.includes(groupId) && covers(range, date));
    const answered = inRange.filter(({ availability }) => givenAnswerOf(availability, userId) !== null);
    return { total: inRange.length, answered: answered.length };
  });
}

/** Below the form: the typed days in words, and how many events they contain. */
function TypedDays({ days }: { readonly days: AbsenceDays }) {
  const today = useToday();
  // The count `0` never fails: here only the days are checked, not how many absences there are.
  const isRange = [days.from, days.to].every(isPlainDate) && refusalOfAbsence(days, 0, today) === null;
  const [counts] = useEventCounts(isRange ? [days] : []);
  return (
    <div role="status" className="-mt-1 min-h-10 text-small text-ink-2">
      {isRange ? (
        <>
          <p>{daysInWords(days)}</p>
          {counts ? (
            <p>
              <strong className="font-semibold">{eventsInWords(counts.total)}</strong> {inTheseDays}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function useAbsenceChanges() {
  const { id: userId, firstName, lastName, positions } = useUser();
  const submit = useSubmit();
  const showToast = useToast();
  const [failure, setFailure] = useState<{ readonly title: string; readonly code: RefusalCode } | null>(null);

  async function submitAdded(absence: Absence): Promise<ChangeRefusal | null> {
    const outcome = await submit({ type: "absence.added", absence });
    if (outcome.status === "refused") return outcome;
    showToast({ message: absencesText.added, icon: <CalendarX2 /> });
    return null;
  }

  async function restore(absence: Absence): Promise<void> {
    const refusal = await submitAdded(absence);
    setFailure(refusal && { title: absencesText.notAdded, code: refusal.code });
  }

  async function remove(absence: Absence): Promise<void> {
    const outcome = await submit({ type: "absence.removed", absenceId: absence.id, userId });
    const isRefused = outcome.status === "refused";
    setFailure(isRefused ? { title: absencesText.notRemoved, code: outcome.code } : null);
    if (isRefused) return;
    showToast({
      message: absencesText.removed,
      icon: <CalendarX2 />,
      actionLabel: actionText.cancel,
      onAction: () => void restore(absence),
    });
  }

  return {
    /** Why the latest removal, or its undo, failed; `null` if it did not. */
    failure,
    /** Resolves with the refusal; `null` if the absence was added. */
    add: ({ from, to }: AbsenceDays) =>
      submitAdded({ id: newUuid(), person: { id: userId, firstName, lastName, positions }, from, to }),
    remove: (absence: Absence) => void remove(absence),
  };
}

interface AbsenceListProps {
  readonly absences: readonly Absence[];
  readonly onRemove: (absence: Absence) => void;
}

function AbsenceList({ absences, onRemove }: AbsenceListProps) {
  const countsByAbsence = useEventCounts(absences);
  if (absences.length === 0) {
    return (
      <div className="rounded-card bg-surface px-4 py-7 shadow-1">
        <EmptyStaff title={absencesText.none} />
      </div>
    );
  }
  return (
    <ul aria-label={absencesText.title} className="divide-y divide-line rounded-card bg-surface shadow-1">
      {absences.map((absence, index) => {
        const [first, last] = absenceEnds(absence);
        const counts = countsByAbsence[index];
        return (
          <li key={absence.id} className="flex items-center gap-3 py-2.5 pr-1.5 pl-4">
            <AnswerSign answer="absent" isFull={false} size={18} />
            <div className="min-w-0 grow">
              <p className="text-control">
                <span className="inline-block">{first}</span> <span className="inline-block">{last}</span>
              </p>
              <p className="min-h-5 text-tiny text-ink-2">
                {counts ? touchedEvents(counts.total, counts.answered) : null}
              </p>
            </div>
            <IconButton
              label={removeAbsence(absence)}
              icon={<Trash2 />}
              tone="danger"
              onClick={() => onRemove(absence)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Where users enter the days on which they are away. They count as absent for all events on these days. */
export function AbsencesScreen() {
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "absences" }, attempt);
  const absences = useOwnAbsences();
  const { add, remove, failure } = useAbsenceChanges();
  const isListShown = status === "ready" || absences.length > 0;
  return (
    <div className="mx-auto -mt-2 w-full max-w-[568px] px-1">
      <ScreenHead title={absencesText.title} />
      <p className="mt-1.5 mb-4 text-small text-ink-2">{absencesText.explanation}</p>
      <div className="flex flex-col gap-4">
        <Card label={absencesText.add} className="p-4">
          <AbsenceForm comingCount={absences.length} onAdd={add}>
            {(days) => <TypedDays days={days} />}
          </AbsenceForm>
        </Card>
        {failure === null ? null : <Alert detail={sentenceOf(failure.code)}>{failure.title}</Alert>}
        {isListShown ? <AbsenceList absences={absences} onRemove={remove} /> : null}
        {!isListShown && status === "loading" ? <Skeleton className="h-24 rounded-card" /> : null}
        {status === "failed" ? (
          <LoadFailure sentence={absencesText.notLoaded} onRetry={() => setAttempt(attempt + 1)} />
        ) : null}
      </div>
    </div>
  );
}
