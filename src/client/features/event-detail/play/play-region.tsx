import { type RefObject, useId, useMemo, useState } from "react";
import { playVerdict } from "#domain/line-up/play-verdict.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { EventSign } from "#client/music/signs/event-sign.tsx";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { usePeopleStatus } from "#client/people/people-hooks.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { lineUpText, verdictSentence } from "#text/event/line-up.ts";
import { loadFailureText } from "#text/phrases/load-failures.ts";
import { PLAY_STATE_WORDS } from "#text/phrases/play-state.ts";
import { useEventTurns } from "../event-turns.tsx";
import { type LineUpFocus, useTakenFocus } from "../kept/line-up-focus.ts";
import { OutsideTheGroup } from "../outside-the-group.tsx";
import { RoleSentence } from "../role-sentence.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";
import { PlayScale } from "./play-scale.tsx";
import { PossibleLineUp } from "./possible-line-up.tsx";
import { scaleOf } from "./play-scale-marks.ts";

const VERDICT_COLOURS = {
  complete: "text-ok",
  fragile: "text-fragile",
  not_together: "text-tied",
  roles_to_fill: "text-missing",
  out_of_reach: "text-out",
} as const;

interface PlayRegionProps {
  readonly event: PlannedEvent;
  readonly focusRef: RefObject<LineUpFocus>;
}

function Verdict({ event, focusRef }: PlayRegionProps) {
  const questionOf = usePlayQuestions();
  const question = useMemo(() => questionOf(event), [questionOf, event]);
  const turns = useEventTurns();
  const verdict = useMemo(() => playVerdict(question, turns), [question, turns]);
  const canAsk = may(roleOf(useUser()), "event.create");
  const { state } = verdict;
  const isPossible = (state === "complete" || state === "fragile") && verdict.lineUp.length > 0;
  return (
    <>
      <p
        className={`mt-1 flex items-start gap-2 font-title text-verdict md:text-[1.5rem]/[1.875rem] ${VERDICT_COLOURS[state]}`}
      >
        <EventSign state={state} size={26} className="mt-0.5" />
        {PLAY_STATE_WORDS[state]}
      </p>
      <PlayScale roles={question.requiredRoles} state={state} {...scaleOf(verdict)} />
      <RoleSentence className="mt-3">{verdictSentence(verdict)}</RoleSentence>
      {state === "out_of_reach" && !verdict.isPast ? <OutsideTheGroup event={event} {...verdict} /> : null}
      {isPossible && event.lineUp === undefined ? (
        <PossibleLineUp event={event} lineUp={verdict.lineUp} focusRef={focusRef} />
      ) : null}
      {verdict.state !== "complete" && canAsk ? <PeopleToAsk event={event} people={verdict.toAsk} /> : null}
    </>
  );
}

/** « Peut-on jouer ? »: whether the people present can fill all critical roles together, and what would help. */
export function PlayRegion({ event, focusRef }: PlayRegionProps) {
  const titleId = useId();
  const titleRef = useTakenFocus(focusRef, "play", event.lineUp !== undefined);
  const peopleStatus = usePeopleStatus();
  const [attempt, setAttempt] = useState(0);
  const groupStatus = useNeed({ type: "group", groupId: event.groupId }, attempt);
  const isLoading = peopleStatus === "loading" || groupStatus === "loading";
  return (
    <Card labelledBy={titleId} className="min-w-0 self-start p-5">
      <h2 id={titleId} ref={titleRef} tabIndex={-1} className="text-small font-semibold text-ink-2 outline-none">
        {lineUpText.question}
      </h2>
      {isLoading ? <Skeleton className="mt-2 h-40 rounded-chip" /> : null}
      {!isLoading && groupStatus === "ready" ? <Verdict event={event} focusRef={focusRef} /> : null}
      {!isLoading && groupStatus === "failed" ? (
        <LoadFailure sentence={loadFailureText.group} onRetry={() => setAttempt(attempt + 1)} />
      ) : null}
    </Card>
  );
}
