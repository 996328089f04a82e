import { Check } from "lucide-react";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { viewOf } from "#contract/calendar-view.ts";
import { type FirstStep, firstStepsStatus } from "#domain/planning/first-steps.ts";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useStepsMemory } from "#client/planning/first-steps-hooks.ts";
import { useEventCount, useEventTotal } from "#client/planning/group-hooks.ts";
import { useNeed, useSelectedGroupId } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { firstStepsText } from "#text/dashboard/first-steps.ts";

/**
 * Whether the planning has an event, from what an admin's dashboard reads anyway: the month shown in all groups, the next
 * events of the selected group, and how many it has. `null` until all of it is there.
 */
function useHasEvent(): boolean | null {
  const today = useToday();
  const { month } = viewOf(new URLSearchParams(useSearch()), today);
  const groupId = useSelectedGroupId() ?? "";
  const monthStatus = useNeed({ type: "month", month, groupId: null });
  const upcomingStatus = useNeed({ type: "upcoming", groupId, from: today });
  const groupStatus = useNeed({ type: "group", groupId });
  const count = useEventTotal() + useEventCount(groupId);
  if (count > 0) return true;
  return [monthStatus, upcomingStatus, groupStatus].every((status) => status === "ready") ? false : null;
}

/** Which of the first steps are done; `null` where they are not shown. Says so once when the last one is done. */
export function useFirstSteps(): {
  readonly done: Readonly<Record<FirstStep, boolean | null>> | null;
  readonly hide: () => void;
} {
  const sharing = useSharingState();
  const arePeopleKnown = usePeopleStatus() === "ready";
  const people = usePeople();
  const done = {
    event: useHasEvent(),
    sharing: sharing === "unknown" ? null : sharing === "shared",
    team: arePeopleKnown ? people.length > 1 : null,
  };
  const { memory, remember } = useStepsMemory(useUser().id);
  const showToast = useToast();
  const status = firstStepsStatus({ done, memory });
  useEffect(() => {
    if (status === "shown" && memory === null) remember("begun");
    if (status !== "finished") return;
    remember("over");
    showToast({ message: firstStepsText.finished, icon: <Check /> });
  }, [status, memory, remember, showToast]);
  return { done: status === "shown" ? done : null, hide: () => remember("over") };
}
