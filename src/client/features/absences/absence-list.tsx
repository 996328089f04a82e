import { Trash2 } from "lucide-react";
import type { Absence } from "#domain/availability/absences.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { absenceEnds, absencesText, removeAbsence, touchedEvents } from "#text/absences/absences.ts";
import { useTouchedEvents } from "./use-own-absences.ts";

interface AbsenceListProps {
  readonly absences: readonly Absence[];
  readonly onRemove: (absence: Absence) => void;
}

/** The absences that are not over, each with what it touches. */
export function AbsenceList({ absences, onRemove }: AbsenceListProps) {
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
