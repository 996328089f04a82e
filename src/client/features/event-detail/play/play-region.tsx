import { UserPlus } from "lucide-react";
import { type RefObject, useId, useMemo, useState } from "react";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { EventSign, STATE_COLOURS } from "#client/music/signs/event-sign.tsx";
import { hasAccount } from "#client/people/has-account.ts";
import { usePeopleStatus, usePeople } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { useMay, useNeed } from "#client/planning/planning-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { whoCouldJoin } from "#domain/line-up/bench.ts";
import type { LineUp } from "#domain/line-up/fillings.ts";
import { type PlayQuestion, presentNamesakes } from "#domain/line-up/play-state.ts";
import { playVerdict, type PlayVerdict } from "#domain/line-up/play-verdict.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import {
  lineUpText,
  namesakeQuestion,
  verdictSentence,
  couldJoinSentence,
  heldByNobodySentence,
} from "#text/event/line-up.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { PLAY_STATE_WORDS } from "#text/phrases/availability.ts";
import { placeNames } from "#text/phrases/places.ts";
import { useEventTurns } from "../event-turns.tsx";
import { type LineUpFocus, useRegionFocus } from "../kept/line-up-focus.ts";
import { RoleSentence } from "../role-sentence.tsx";
import { GroupPageLink } from "../team/team-lists.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";
import { PlayScale, type ScaleMarks, type Tie } from "./play-scale.tsx";
import type { PossibleRowsProps } from "./possible-choice.tsx";

function PossibleRows({ lineUp }: PossibleRowsProps) {
  const names = placeNames(lineUp.map(({ role }) => role));
  return (
    <ul aria-label={lineUpText.possibleLineUp}>
      {lineUp.map(({ role, holder }, index) => (
        <li key={names[index]} className="flex min-h-[42px] items-center gap-2 border-line not-first:border-t">
          <ServiceIcon service={role} className="text-ink-2" />
          <span className="w-[92px] flex-none wrap-anywhere">{names[index]}</span>{" "}
          <Avatar id={holder.id} size={28} name={fullName(holder)} />
          <span className="min-w-0 font-semibold">{fullName(holder)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The possible line-up as a form. Until it is loaded, the read-only rows are shown. */
const PossibleChoice = lazyPart(async () => (await import("./possible-choice.tsx")).PossibleChoice, PossibleRows);

function PossibleLineUp(props: PossibleRowsProps) {
  const Rows = useMay("line_up.keep", props.event.groupId) ? PossibleChoice : PossibleRows;
  return (
    <>
      <h3 className="mt-4 mb-1 text-small font-semibold">{lineUpText.possibleLineUp}</h3>
      <Rows {...props} />
    </>
  );
}

/** The people who fill several roles at once, as arcs of the scale. */
function tiesIn(lineUp: LineUp): Tie[] {
  const placesByHolder = [...Map.groupBy(lineUp, ({ holder }) => holder)];
  return placesByHolder
    .filter(([, places]) => places.length > 1)
    .map(([holder, places]) => ({ roles: places.map(({ role }) => role), holder: fullName(holder) }));
}

/** What the scale marks for a verdict: missing roles, people with several roles, roles that depend on one person. */
function marksOf(verdict: PlayVerdict): ScaleMarks {
  switch (verdict.state) {
    case "complete":
      return { ties: tiesIn(verdict.lineUp) };
    case "fragile":
      return { ties: tiesIn(verdict.lineUp), split: verdict.weakPoints.flatMap(({ leftOut }) => leftOut) };
    case "not_together": {
      const { roles, holders } = verdict.blockage;
      const [holder, ...others] = holders;
      return { ties: [{ roles, holder: holder && others.length === 0 ? fullName(holder) : null }] };
    }
    case "roles_to_fill":
    case "out_of_reach":
      return { missing: verdict.missing };
  }
}

type OutOfReach = Extract<PlayVerdict, { readonly state: "out_of_reach" }>;

interface OutsideTheGroupProps extends Pick<OutOfReach, "blockage" | "heldByNobody"> {
  readonly event: PlannedEvent;
  readonly required: readonly BandRole[];
}

/** Shown if the group cannot play even if all come: who else could join it, and which roles they do not hold either. */
function OutsideTheGroup({ event, required, blockage, heldByNobody }: OutsideTheGroupProps) {
  const people = usePeople();
  const members = useMembers(event.groupId, people);
  const canAdd = useMay("group.add_member", event.groupId);
  const candidates = whoCouldJoin(blockage.roles, { people, members, availability: event.availability });
  const rolesOfCandidates = new Set(candidates.flatMap(({ roles }) => roles));
  const heldNowhere = heldByNobody.filter((role) => !rolesOfCandidates.has(role));
  return (
    <>
      {candidates.length === 0 ? null : <p className="mt-2">{couldJoinSentence(candidates)}</p>}
      {heldNowhere.length === 0 ? null : <p className="mt-2">{heldByNobodySentence(heldNowhere, required)}</p>}
      {candidates.length > 0 && canAdd ? (
        <p className="mt-3">
          <GroupPageLink groupId={event.groupId}>
            <UserPlus />
            {groupPageText.addToGroup}
          </GroupPageLink>
        </p>
      ) : null}
    </>
  );
}

function NamesakeQuestions({ question }: { readonly question: PlayQuestion }) {
  const people = usePeople();
  const names = presentNamesakes(question).flatMap((pair) => {
    const namesakes = people.filter(({ id }) => pair.includes(id));
    const shown = namesakes.find(hasAccount) ?? namesakes[0];
    return shown === undefined ? [] : [fullName(shown)];
  });
  return [...new Set(names)].map((name) => (
    <p key={name} className="mt-2 wrap-anywhere">
      {namesakeQuestion(name)}
    </p>
  ));
}

interface PlayRegionProps {
  readonly event: PlannedEvent;
  readonly focusRef: RefObject<LineUpFocus>;
}

/** The answer to « Peut-on jouer ? » in a word, the scale and a sentence, then what can be done. */
function Verdict({ event, focusRef }: PlayRegionProps) {
  const questionOf = usePlayQuestions();
  const question = useMemo(() => questionOf(event), [questionOf, event]);
  const turns = useEventTurns();
  const verdict = useMemo(() => playVerdict(question, turns), [question, turns]);
  const canAsk = useMay("event.ask_people", event.groupId);
  const { state } = verdict;
  const isPossible = (state === "complete" || state === "fragile") && verdict.lineUp.length > 0;
  return (
    <>
      <p
        className={`mt-1 flex items-start gap-2 font-title text-verdict md:text-[1.5rem]/[1.875rem] ${STATE_COLOURS[state]}`}
      >
        <EventSign state={state} size={26} className="mt-0.5" />
        {PLAY_STATE_WORDS[state]}
      </p>
      <PlayScale roles={question.requiredRoles} state={state} {...marksOf(verdict)} />
      <RoleSentence roles={question.requiredRoles} className="mt-3">
        {verdictSentence(verdict)}
      </RoleSentence>
      {canAsk ? <NamesakeQuestions question={question} /> : null}
      {state === "out_of_reach" && !verdict.isPast ? (
        <OutsideTheGroup event={event} required={question.requiredRoles} {...verdict} />
      ) : null}
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
  const titleRef = useRegionFocus(focusRef, "play", event.lineUp === undefined);
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
