import { type ReactNode, useCallback } from "react";
import { useLocation } from "wouter";
import { may, roleOf } from "#domain/permissions.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useChooseGroup } from "#client/planning/membership/group-choice.ts";
import { useConnection, useGroups, usePlanningStatus } from "#client/planning/planning-hooks.ts";
import { useAwaitSharing, useSharingState } from "#client/planning/sharing-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { groupGreeting, groupText } from "#text/groups/groups.ts";
import { loadFailureText } from "#text/phrases/load-failures.ts";
import { GroupManagement } from "./management/group-management.tsx";
import { GroupRow } from "./group-row.tsx";

interface SelectGroupScreenProps {
  /** Sharing the planning: shown below the groups. */
  readonly sharing: ReactNode;
}

/** Where a group is chosen; admins also manage the groups here. */
export function SelectGroupScreen({ sharing }: SelectGroupScreenProps) {
  const user = useUser();
  const canManage = may(roleOf(user), "group.manage");
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

/** For members: their answers are stored on this device only, for now. */
function NotSharedYet() {
  const state = useSharingState();
  const canShare = may(roleOf(useUser()), "planning.share");
  const isAwaited = state === "local" && !canShare;
  useAwaitSharing(isAwaited);
  if (!isAwaited) return null;
  return <p className="mt-5 px-1 text-small text-ink-2">{sentenceOf("planning.not_shared")}</p>;
}

function GroupList({ canManage }: { readonly canManage: boolean }) {
  const groups = useGroups();
  const isLoading = usePlanningStatus() === "loading";
  const isOffline = useConnection()?.status === "offline";
  const chooseGroup = useChooseGroup(useUser().id);
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

/** As many as a new planning has groups. */
function GroupSkeletons() {
  return (
    <div className="flex flex-col gap-2.5">
      <Skeleton className="h-[86px] rounded-card" />
      <Skeleton className="h-[86px] rounded-card" />
      <Skeleton className="h-[86px] rounded-card" />
    </div>
  );
}
