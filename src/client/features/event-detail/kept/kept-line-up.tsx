import { Pencil } from "lucide-react";
import { type RefObject, useId, useMemo, useState } from "react";
import { Confirm } from "#client/deletion/confirm.tsx";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { RepairBadge } from "#client/music/signs/repair-sign.tsx";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useConnection, useMay, useNeed } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useNextFocus } from "#client/ui/page/next-focus.ts";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Notice } from "#client/ui/surfaces/message.tsx";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { isSameLineUp, type KeptLineUp as LineUp, placesShown } from "#domain/line-up/kept-line-up.ts";
import { type Fault, faultsOf } from "#domain/line-up/repairing/faults.ts";
import { type Repair, repairOf } from "#domain/line-up/repairing/repair.ts";
import { fullName } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { keptLineUpText, repairSentence, repairText, stillOpenSentence } from "#text/event/kept-line-up.ts";
import { actionText } from "#text/phrases/actions.ts";
import { placeNames } from "#text/phrases/places.ts";
import { connectionText } from "#text/shell/connection.ts";
import { useEventTurns } from "../event-turns.tsx";
import { RoleSentence } from "../role-sentence.tsx";
import { KeptRoleRow, keptRows } from "./kept-role-row.tsx";
import { LineUpChoice } from "./line-up-choice.tsx";
import { type LineUpFocus, useRegionFocus } from "./line-up-focus.ts";
import { LineUpRefusal, useLineUpChanges } from "./use-line-up-changes.tsx";

interface RepairOfferProps {
  readonly repair: Repair;
  readonly refusal: RefusalCode | null;
  readonly isOffline: boolean;
  readonly isPending: boolean;
  readonly onApply: (lineUp: LineUp) => void;
}

function RepairOffer({ repair, refusal, isOffline, isPending, onApply }: RepairOfferProps) {
  const titleId = useId();
  const { moves, open, lineUp } = repair;
  const hasMoves = moves.length > 0;
  return (
    <section
      aria-labelledby={titleId}
      className={`mt-3 rounded-strip p-4 ${hasMoves ? "bg-primary-soft" : "border border-line bg-unanswered-soft"}`}
    >
      <h3 id={titleId} className={`mb-1 text-small font-semibold ${hasMoves ? "text-primary" : ""}`}>
        {repairText.title}
      </h3>
      <div aria-live="polite">
        {hasMoves ? (
          <RoleSentence
            roles={moves.flatMap(({ from, to }) => [...from, ...to])}
            rest={open.length === 0 ? <span className="text-ink-2"> {repairText.nothingElse}</span> : null}
          >
            {repairSentence(moves)}
          </RoleSentence>
        ) : (
          <p>{repairText.impossible}</p>
        )}
        {open.length === 0 ? null : (
          <RoleSentence roles={open} className="mt-1">
            {stillOpenSentence(open)}
          </RoleSentence>
        )}
      </div>
      <LineUpRefusal code={refusal} isRepairNeeded />
      {hasMoves ? (
        <Button
          variant="primary"
          className="mt-3 max-sm:w-full print:hidden"
          disabled={isOffline}
          isPending={isPending}
          onClick={() => onApply(lineUp)}
        >
          {repairText.apply}
        </Button>
      ) : null}
      {hasMoves && isOffline ? <p className="mt-2 text-small text-ink-2">{connectionText.offline}</p> : null}
    </section>
  );
}

interface LineUpCheck {
  readonly faults: readonly Fault[];
  /** `null`: nothing is wrong, or the user may not repair it. */
  readonly repair: Repair | null;
}

const NO_FAULTS: LineUpCheck = { faults: [], repair: null };

/** What is wrong with the kept line-up of a coming event; if `canRepair`, how to repair it. Empty while loading. */
function useLineUpCheck(event: PlannedEvent, canRepair: boolean): LineUpCheck {
  const questionOf = usePlayQuestions();
  const turns = useEventTurns();
  const peopleStatus = usePeopleStatus();
  const groupStatus = useNeed({ type: "group", groupId: event.groupId });
  const isKnown = peopleStatus !== "loading" && groupStatus === "ready";
  return useMemo(() => {
    const question = questionOf(event);
    if (!isKnown || question.isPast || event.lineUp === undefined) return NO_FAULTS;
    const faults = faultsOf(question, event.lineUp);
    const isRepairable = canRepair && faults.length > 0;
    return { faults, repair: isRepairable ? repairOf(question, event.lineUp, turns) : null };
  }, [event, questionOf, turns, isKnown, canRepair]);
}

interface KeptLineUpProps {
  readonly event: PlannedEvent;
  readonly focusRef: RefObject<LineUpFocus>;
}

/** Returns a function that finds a person's name. If the account is deleted, it uses the name stored with the answer. */
function useNames({ availability }: PlannedEvent): (userId: string) => string {
  const people = usePeople();
  return (userId) => {
    const person = people.find(({ id }) => id === userId);
    if (person) return fullName(person);
    return availability.find((entry) => entry.userId === userId)?.userName ?? keptLineUpText.formerMember;
  };
}

/** The line-up that an admin or a leader chose ("kept"). Users who may keep one can change, delete and repair it. */
export function KeptLineUp({ event, focusRef }: KeptLineUpProps) {
  const titleRef = useRegionFocus(focusRef, "kept");
  const [editRef, focusEditNext] = useNextFocus();
  const nameOf = useNames(event);
  const canKeep = useMay("line_up.keep", event.groupId);
  const isOffline = useConnection()?.status === "offline";
  const { requiredRoles } = usePlayQuestions()(event);
  const { faults, repair } = useLineUpCheck(event, canKeep);
  const changes = useLineUpChanges(event);
  /** The line-up at the moment when the user began to edit it; `null`: the user does not edit it. */
  const [edited, setEdited] = useState<LineUp | null>(null);
  const lineUp = event.lineUp ?? [];
  const rows = keptRows({ lineUp, required: requiredRoles, faults, repaired: repair?.lineUp ?? null });
  const names = placeNames(rows.map(({ role }) => role));

  function stopEditing(): void {
    focusEditNext();
    setEdited(null);
  }

  async function keep(chosen: LineUp): Promise<void> {
    if (isSameLineUp(chosen, lineUp) || (await changes.change(chosen, keptLineUpText.kept))) stopEditing();
  }

  async function drop(): Promise<void> {
    focusRef.current = "play";
    if (!(await changes.change(null, keptLineUpText.dropped))) focusRef.current = null;
  }

  async function applyRepair(repaired: LineUp): Promise<void> {
    if (await changes.repair(repaired)) titleRef.current?.focus();
  }

  return (
    <TitledCard
      title={keptLineUpText.title}
      titleRef={titleRef}
      className="min-w-0 p-5 has-data-confirming:bg-danger-tint"
    >
      {repair === null ? null : (
        <p className="mt-1">
          <RepairBadge />
        </p>
      )}
      {edited === null ? (
        <>
          {repair === null ? null : (
            <RepairOffer
              repair={repair}
              refusal={changes.refusal}
              isOffline={isOffline}
              isPending={changes.isPending}
              onApply={(repaired) => void applyRepair(repaired)}
            />
          )}
          <ul aria-label={keptLineUpText.title} className="mt-2">
            {rows.map((row, index) => (
              <KeptRoleRow key={names[index]} name={names[index] ?? row.role} {...row} nameOf={nameOf} />
            ))}
          </ul>
          {canKeep ? (
            <div className="mt-3 flex flex-col items-center gap-1 print:hidden">
              <Button ref={editRef} icon={<Pencil />} fullWidth disabled={isOffline} onClick={() => setEdited(lineUp)}>
                {keptLineUpText.edit}
              </Button>
              <Confirm
                label={keptLineUpText.drop}
                button={{ variant: "quiet", disabled: isOffline, className: "text-missing! hover:bg-missing-soft!" }}
                onConfirm={() => void drop()}
              />
              {isOffline ? <p className="text-small text-ink-2">{connectionText.offline}</p> : null}
            </div>
          ) : null}
        </>
      ) : (
        <div className="mt-2" data-cancellable>
          {isSameLineUp(edited, lineUp) ? null : <Notice>{keptLineUpText.changedElsewhere}</Notice>}
          <LineUpChoice
            event={event}
            places={placesShown(lineUp, requiredRoles)}
            preset={edited}
            label={keptLineUpText.title}
            isPending={changes.isPending}
            isFocused
            onKeep={(chosen) => void keep(chosen)}
          >
            <Button className="grow" onClick={stopEditing}>
              {actionText.cancel}
            </Button>
          </LineUpChoice>
        </div>
      )}
      {repair === null || edited !== null ? (
        <LineUpRefusal code={changes.refusal} isRepairNeeded={repair !== null} />
      ) : null}
    </TitledCard>
  );
}
