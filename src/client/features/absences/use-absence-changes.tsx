import { CalendarX2 } from "lucide-react";
import { useState } from "react";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import type { Absence, AbsenceDays } from "#domain/availability/absences.ts";
import { newUuid } from "#client/planning/new-uuid.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { absencesText } from "#text/absences/absences.ts";
import { actionText } from "#text/phrases/actions.ts";

interface AbsenceChanges {
  /** Resolves with the reason where it was refused. */
  readonly add: (days: AbsenceDays) => Promise<ChangeRefusal | null>;
  /** Takes it back at once, and offers to undo that. */
  readonly remove: (absence: Absence) => void;
  /** Why the latest removal, or its undo, failed; `null` if it did not. */
  readonly failure: ({ readonly title: string } & Pick<ChangeRefusal, "code">) | null;
}

export function useAbsenceChanges(): AbsenceChanges {
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
