import { useState } from "react";
import { useLocation } from "wouter";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useNeed, useSubmit } from "#client/planning/planning-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { absencesText, absenceEnds, removeAbsence, touchedEvents } from "#text/absences/absences.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { AbsenceForm } from "./absence-form.tsx";
import { useOwnAbsences, useTouchedEvents } from "./use-own-absences.ts";
import { Trash2, CalendarX2 } from "lucide-react";
import type { Absence, AbsenceDays } from "#domain/availability/absences.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import { newUuid } from "#client/planning/new-uuid.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";

interface AbsenceChanges {
  /** Resolves with the reason where it was refused. */
  readonly add: (days: AbsenceDays) => Promise<ChangeRefusal | null>;
  /** Takes it back at once, and offers to undo that. */
  readonly remove: (absence: Absence) => void;
  /** Why the latest removal, or its undo, failed; `null` if it did not. */
  readonly failure: ({ readonly title: string } & Pick<ChangeRefusal, "code">) | null;
}

function useAbsenceChanges(): AbsenceChanges {
  const { id: userId, firstName, lastName, positions } = useUser();
  const submit = useSubmit();
  const showToast = useToast();
  const [failure, setFailure] = useState<AbsenceChanges["failure"]>(null);

  async function put(absence: Absence): Promise<ChangeRefusal | null> {
    const outcome = await submit({ type: "absence.added", absence });
    if (outcome.status === "refused") return outcome;
    showToast({ message: absencesText.added, icon: <CalendarX2 /> });
    return null;
  }

  async function restore(absence: Absence): Promise<void> {
    const refusal = await put(absence);
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
    failure,
    add: ({ from, to }) => put({ id: newUuid(), person: { id: userId, firstName, lastName, positions }, from, to }),
    remove: (absence) => void remove(absence),
  };
}

interface AbsenceListProps {
  readonly absences: readonly Absence[];
  readonly onRemove: (absence: Absence) => void;
}

/** The absences that are not over, each with what it touches. */
function AbsenceList({ absences, onRemove }: AbsenceListProps) {
  const touched = useTouchedEvents(absences);
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
        const events = touched[index];
        return (
          <li key={absence.id} className="flex items-center gap-3 py-2.5 pr-1.5 pl-4">
            <AnswerSign answer="absent" isFull={false} size={18} />
            <div className="min-w-0 grow">
              <p className="text-control">
                <span className="inline-block">{first}</span> <span className="inline-block">{last}</span>
              </p>
              <p className="min-h-5 text-tiny text-ink-2">
                {events ? touchedEvents(events.count, events.answered) : null}
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

/** The days on which one is absent. */
export function AbsencesScreen() {
  useTitle(absencesText.title);
  const [, navigate] = useLocation();
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "absences" }, attempt);
  const absences = useOwnAbsences();
  const { add, remove, failure } = useAbsenceChanges();
  const isListed = status === "ready" || absences.length > 0;
  return (
    <div className="mx-auto -mt-2 w-full max-w-[568px] px-1">
      <BackButton label={actionText.back} className="self-start" onClick={() => goBack(() => navigate(PAGES.home))} />
      <ScreenTitle>{absencesText.title}</ScreenTitle>
      <p className="mt-1.5 mb-4 text-small text-ink-2">{absencesText.explanation}</p>
      <div className="flex flex-col gap-4">
        <AbsenceForm coming={absences.length} onAdd={add} />
        {failure === null ? null : <Alert detail={sentenceOf(failure.code)}>{failure.title}</Alert>}
        {isListed ? <AbsenceList absences={absences} onRemove={remove} /> : null}
        {!isListed && status === "loading" ? <Skeleton className="h-24 rounded-card" /> : null}
        {status === "failed" ? (
          <LoadFailure sentence={absencesText.notLoaded} onRetry={() => setAttempt(attempt + 1)} />
        ) : null}
      </div>
    </div>
  );
}
