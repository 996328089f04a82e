import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { AvatarStack } from "#client/domain-ui/avatar-stack.tsx";
import { Waves } from "#client/domain-ui/waves.tsx";
import { useGroupEvents, useNeed } from "#client/planning/planning-hooks.ts";
import type { NeedStatus } from "#client/planning/planning-source.ts";
import { useToday } from "#client/planning/today.ts";
import { Skeleton } from "#client/ui/skeleton.tsx";
import type { Group } from "#domain/planning.ts";
import { comingPeople, groupText, nextEventLine } from "#text/groups.ts";
import { summaryOf } from "./group-summary.ts";

interface GroupRowProps {
  readonly group: Group;
  readonly onChoose: () => void;
}

/** A line stays free where the next event cannot be told. */
function NothingNext({ status }: { readonly status: NeedStatus }) {
  if (status === "ready") return groupText.noUpcomingEvent;
  return status === "loading" ? <Skeleton className="my-1 h-3 w-40 rounded-chip" /> : "\u00a0";
}

/** A group as one large button: its name is the button's, the rest of the row describes it. */
export function GroupRow({ group, onChoose }: GroupRowProps) {
  const id = useId();
  const today = useToday();
  const status = useNeed({ type: "upcoming", groupId: group.id, from: today });
  const { nextEvent, people } = summaryOf(useGroupEvents(group.id), today);
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-next ${id}-people`}
        className="grid w-full grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 rounded-card bg-surface p-4 text-left shadow-1 transition-shadow duration-120 hover:shadow-[0_0_0_2px_var(--color-primary)] motion-safe:active:scale-[.99] sm:grid-cols-[auto_1fr_auto_auto] sm:p-5"
      >
        <Waves place="group" groupId={group.id} />
        <span className="min-w-0">
          <span id={`${id}-name`} className="block font-title text-title wrap-anywhere">
            {group.name}
          </span>
          <span id={`${id}-next`} className="block text-small wrap-anywhere text-ink-2">
            {nextEvent ? nextEventLine(nextEvent) : <NothingNext status={status} />}
          </span>
        </span>
        <span id={`${id}-people`} className="max-sm:order-1 max-sm:col-start-2 max-sm:empty:hidden">
          <AvatarStack people={people} label={comingPeople(people.map(({ name }) => name))} />
        </span>
        <ChevronRight className="text-primary" />
      </button>
    </li>
  );
}
