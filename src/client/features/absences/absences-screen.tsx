import { useState } from "react";
import { useLocation } from "wouter";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { absencesText } from "#text/absences/absences.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { AbsenceForm } from "./absence-form.tsx";
import { AbsenceList } from "./absence-list.tsx";
import { useAbsenceChanges } from "./use-absence-changes.tsx";
import { useOwnAbsences } from "./use-own-absences.ts";

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
