import { useMemo } from "react";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { usePeopleStatus } from "#client/people/people-hooks.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { type Repair, repairOf } from "#domain/line-up/repair.ts";
import { type Fault, faultsOf } from "#domain/line-up/repairing/faults.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useEventTurns } from "../event-turns.tsx";

interface RepairHook {
  readonly faults: readonly Fault[];
  /** `null`: nothing is to be repaired, or not by this user. */
  readonly repair: Repair | null;
}

const NOTHING: RepairHook = { faults: [], repair: null };

/** What is wrong with the kept line-up of a coming event; for admins, how to repair it. */
export function useRepair(event: PlannedEvent, canRepair: boolean): RepairHook {
  const questionOf = usePlayQuestions();
  const turns = useEventTurns();
  const peopleStatus = usePeopleStatus();
  const groupStatus = useNeed({ type: "group", groupId: event.groupId });
  const isKnown = peopleStatus !== "loading" && groupStatus === "ready";
  return useMemo(() => {
    const question = questionOf(event);
    if (!isKnown || question.isPast || event.lineUp === undefined) return NOTHING;
    const faults = faultsOf(question, event.lineUp);
    const isRepairable = canRepair && faults.length > 0;
    return { faults, repair: isRepairable ? repairOf(question, event.lineUp, turns) : null };
  }, [event, questionOf, turns, isKnown, canRepair]);
}
