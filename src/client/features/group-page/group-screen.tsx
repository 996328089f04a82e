import { UsersRound } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { PAGES } from "#client/pages.ts";
import { useConnection, useMay, useNeed, useSelectedGroup } from "#client/planning/planning-hooks.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { Group } from "#domain/planning/planning.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { BenchRegion } from "./bench-region.tsx";
import { MembersRegion } from "./members-region.tsx";
import { UnansweredRegion } from "./unanswered-region.tsx";

const RemindersRegion = optionalPart(
  async () => (await import("./reminders-region.tsx")).RemindersRegion,
  () => <Skeleton className="h-56 rounded-card" />,
);

const RolesRegions = optionalPart(
  async () => (await import("./roles-regions.tsx")).RolesRegions,
  () => <Skeleton className="h-96 rounded-card" />,
);

function Regions({ groupId }: { readonly groupId: string }) {
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "group", groupId }, attempt);
  const isShared = useConnection() !== null;
  const canManage = useMay("group.set_up", groupId);
  if (status === "loading") return <Skeleton className="h-96 rounded-card" />;
  if (status === "failed") {
    return <LoadFailure sentence={loadFailureText.group} onRetry={() => setAttempt(attempt + 1)} />;
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <MembersRegion groupId={groupId} />
        <UnansweredRegion groupId={groupId} />
        {canManage && isShared ? <RemindersRegion groupId={groupId} /> : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <BenchRegion groupId={groupId} />
        {canManage ? <RolesRegions groupId={groupId} /> : null}
      </div>
    </div>
  );
}

function GroupPage({ group }: { readonly group: Group }) {
  const isShared = useConnection() !== null;
  const canAddPeople = useMay("user.add", group.id) && isShared;
  return (
    <div className="mx-auto flex w-full max-w-[1136px] flex-col gap-4">
      <header className="-mt-2 wrap-anywhere">
        <ScreenHead title={group.name}>
          {canAddPeople ? (
            <Link href={PAGES.addPeople} className={buttonClass({ size: "compact" })}>
              <UsersRound />
              {groupPageText.addToGroup}
            </Link>
          ) : null}
        </ScreenHead>
      </header>
      <Regions groupId={group.id} />
    </div>
  );
}

export function GroupScreen() {
  const group = useSelectedGroup();
  // The route's guard accepts the stored selection before the group itself is loaded.
  return group === null ? (
    <Skeleton className="mt-9 h-10 w-60 rounded-chip" />
  ) : (
    <GroupPage key={group.id} group={group} />
  );
}
