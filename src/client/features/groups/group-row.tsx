import { ChevronRight } from "lucide-react";
import { memo, useId } from "react";
import { AvatarStack } from "#client/music/avatars/avatar-stack.tsx";
import { Waves } from "#client/music/brand/waves.tsx";
import { useGroupEvents, useNeed } from "#client/planning/planning-hooks.ts";
import type { NeedStatus } from "#client/planning/planning-source.ts";
import { useToday } from "#client/planning/today.ts";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { useNearViewport } from "#client/ui/page/use-near-viewport.ts";
import type { Group } from "#domain/planning/planning.ts";
import { comingPeople, groupText, nextEventLine } from "#text/groups/groups.ts";
import { summaryOf } from "./group-summary.ts";

interface GroupRowProps {
  readonly group: Group;
  readonly onChoose: (groupId: string) => void;
}

const FREE_LINE = "\u00a0";

/** An empty line where the next event is not known. */
function NothingNext({ status }: { readonly status: NeedStatus }) {
  if (status === "loading") return <Skeleton className="my-1 h-3 w-40 rounded-chip" />;
  return <span>{status === "ready" ? groupText.noUpcomingEvent : FREE_LINE}</span>;
}

function NextEvent({ groupId }: { readonly groupId: string }) {
  const today = useToday();
  const status = useNeed({ type: "upcoming", groupId, from: today });
  const { nextEvent } = summaryOf(useGroupEvents(groupId), today);
  return nextEvent ? <span>{nextEventLine(nextEvent)}</span> : <NothingNext status={status} />;
}

function ComingPeople({ groupId }: { readonly groupId: string }) {
  const { people } = summaryOf(useGroupEvents(groupId), useToday());
  return <AvatarStack people={people} label={comingPeople(people.map(({ name }) => name))} />;
}

/**
 * A group as a list item. Its button is named after the group and covers the whole row; the other texts describe it.
 * With hundreds of groups, only rows near the viewport subscribe to the planning; the others keep their name and size
 * and are not laid out.
 */
export const GroupRow = memo(function GroupRow({ group, onChoose }: GroupRowProps) {
  const id = useId();
  const { ref, isNear } = useNearViewport<HTMLLIElement>();
  return (
    <li
      ref={ref}
      className={`group-row shadow-1 hover:shadow-[0_0_0_2px_var(--color-primary)] ${isNear ? "" : "far-group-row"}`}
    >
      {isNear ? <Waves place="group" groupId={group.id} /> : <span className="h-11 w-[72px]" />}
      <div className="min-w-0">
        <button
          type="button"
          onClick={() => onChoose(group.id)}
          aria-describedby={`${id}-next ${id}-people`}
          className="group-row-button"
        >
          {group.name}
        </button>
        <p id={`${id}-next`} className="text-small wrap-anywhere text-ink-2">
          {isNear ? <NextEvent groupId={group.id} /> : FREE_LINE}
        </p>
      </div>
      <div id={`${id}-people`} className="max-sm:order-1 max-sm:col-start-2 max-sm:empty:hidden">
        {isNear ? <ComingPeople groupId={group.id} /> : null}
      </div>
      <ChevronRight className="text-primary" />
    </li>
  );
});
