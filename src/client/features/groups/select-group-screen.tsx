import { ChevronRight } from "lucide-react";
import { memo, type ReactNode, useCallback, useId } from "react";
import { useLocation } from "wouter";
import { useEntrusted } from "#client/family/entrusted-hooks.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { AvatarStack } from "#client/music/avatars/avatar.tsx";
import { Waves } from "#client/music/brand/waves.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { PAGES } from "#client/pages.ts";
import { useChooseGroup } from "#client/planning/membership/choosing-group.ts";
import {
  useConnection,
  useGroupEvents,
  useGroups,
  useMay,
  useNeed,
  usePlanningStatus,
} from "#client/planning/planning-hooks.ts";
import type { NeedStatus } from "#client/planning/planning-source.ts";
import { useAwaitSharing } from "#client/planning/publication/own-planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useNearViewport } from "#client/ui/page/use-near-viewport.ts";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { presentPeople } from "#domain/availability/availability.ts";
import { type PlainDate, upcoming } from "#domain/calendar/calendar.ts";
import type { Group, PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { comingPeople, groupGreeting, groupText, nextEventLine } from "#text/groups/groups.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { GroupManagement } from "./management/group-management.tsx";

interface GroupSummary {
  readonly nextEvent: PlannedEvent | undefined;
  /** People who are present at a coming event, those of the soonest event first. Each person once. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

export function summaryOf(events: readonly PlannedEvent[], today: PlainDate): GroupSummary {
  const coming = upcoming(events, today, Infinity);
  const names = new Map<string, string>();
  for (const { userId, userName } of coming.flatMap(({ availability }) => presentPeople(availability))) {
    if (!names.has(userId)) names.set(userId, userName);
  }
  return { nextEvent: coming[0], people: [...names].map(([id, name]) => ({ id, name })) };
}

interface GroupRowProps {
  readonly group: Group;
  readonly onChoose: (groupId: string) => void;
}

const EMPTY_LINE = "\u00a0";

/** Shown instead of the next event. Empty if it is unknown whether there is one. */
function NoNextEvent({ status }: { readonly status: NeedStatus }) {
  if (status === "loading") return <Skeleton className="my-1 h-3 w-40 max-w-full rounded-chip" />;
  return <span>{status === "ready" ? groupText.noUpcomingEvent : EMPTY_LINE}</span>;
}

function NextEvent({ groupId }: { readonly groupId: string }) {
  const today = useToday();
  const status = useNeed({ type: "upcoming", groupId, from: today });
  const { nextEvent } = summaryOf(useGroupEvents(groupId), today);
  return nextEvent ? <span>{nextEventLine(nextEvent)}</span> : <NoNextEvent status={status} />;
}

function ComingPeople({ groupId }: { readonly groupId: string }) {
  const { people } = summaryOf(useGroupEvents(groupId), useToday());
  return <AvatarStack people={people} label={comingPeople(people.map(({ name }) => name))} />;
}

/**
 * A group as a list item. Its button has the name of the group and covers the whole row; the other texts describe it.
 * With hundreds of groups, only rows near the viewport load and render their events.
 */
const GroupRow = memo(function GroupRow({ group, onChoose }: GroupRowProps) {
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
          <SoftText>{group.name}</SoftText>
        </button>
        <p id={`${id}-next`} className="text-small wrap-anywhere text-ink-2">
          {isNear ? <NextEvent groupId={group.id} /> : EMPTY_LINE}
        </p>
      </div>
      <div id={`${id}-people`} className="max-sm:order-1 max-sm:col-span-full max-sm:pl-[88px] max-sm:empty:hidden">
        {isNear ? <ComingPeople groupId={group.id} /> : null}
      </div>
      <ChevronRight className="text-primary" />
    </li>
  );
});

/** @param sharing the region that shares the planning, below the groups */
export function SelectGroupScreen({ sharing }: { readonly sharing: ReactNode }) {
  const user = useUser();
  const canManage = useMay("group.manage");
  useTitle(groupText.title);
  return (
    <div
      className={`group-choice grid gap-x-10 gap-y-8 py-2 md:py-5 ${canManage ? "items-start lg:max-w-[1136px] lg:grid-cols-[minmax(0,1fr)_470px]" : ""}`}
    >
      <div className="min-w-0">
        <ScreenTitle>{groupText.title}</ScreenTitle>
        <p className="mt-1 mb-5 wrap-anywhere text-ink-2">{groupGreeting(user.firstName)}</p>
        <GroupList canManage={canManage} />
        <NotSharedYet />
        {sharing}
      </div>
      {canManage ? <GroupManagement /> : null}
    </div>
  );
}

/** Tells members that the planning is not shared yet: their answers are stored on this device only. */
function NotSharedYet() {
  const state = useSharingState();
  const canShare = useMay("planning.share");
  const isAwaited = state === "local" && !canShare;
  useAwaitSharing(isAwaited);
  if (!isAwaited) return null;
  return <p className="mt-5 px-1 text-small text-ink-2">{sentenceOf("planning.not_shared")}</p>;
}

function GroupList({ canManage }: { readonly canManage: boolean }) {
  const groups = useGroups();
  const isLoading = usePlanningStatus() === "loading";
  const isOffline = useConnection()?.status === "offline";
  const answersForOthers = useEntrusted().length > 0;
  const chooseGroup = useChooseGroup(useUser().id, answersForOthers);
  const [, navigate] = useLocation();
  // Memoised: a new function would render hundreds of rows again.
  const choose = useCallback(
    (groupId: string) => {
      chooseGroup(groupId);
      navigate(PAGES.home);
    },
    [chooseGroup, navigate],
  );

  if (isLoading) return isOffline ? <LoadFailure sentence={loadFailureText.groups} /> : <GroupSkeletons />;
  if (groups.length === 0) {
    return <EmptyStaff title={groupText.none} hint={canManage ? groupText.noneHintForAdmin : groupText.noneHint} />;
  }
  return (
    <ul className="flex flex-col gap-2.5">
      {groups.map((group) => (
        <GroupRow key={group.id} group={group} onChoose={choose} />
      ))}
    </ul>
  );
}

/** Three, because a new planning has three groups. */
function GroupSkeletons() {
  return (
    <div className="flex flex-col gap-2.5">
      <Skeleton className="h-[86px] rounded-card" />
      <Skeleton className="h-[86px] rounded-card" />
      <Skeleton className="h-[86px] rounded-card" />
    </div>
  );
}
