import { useLocation } from "wouter";
import { useGroups, usePlanningStatus, useSelectGroup } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { EmptyStaff } from "#client/ui/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { groupGreeting, groupText } from "#text/groups.ts";
import { GroupRow } from "./group-row.tsx";

export function SelectGroupScreen() {
  const { firstName } = useUser();
  useTitle(groupText.title);
  return (
    <div className="mx-auto w-full max-w-[560px] py-2 md:max-w-[626px] md:py-5">
      <ScreenTitle>{groupText.title}</ScreenTitle>
      <p className="mt-1 mb-5 text-ink-2">{groupGreeting(firstName)}</p>
      <GroupList />
    </div>
  );
}

function GroupList() {
  const groups = useGroups();
  const isLoading = usePlanningStatus() === "loading";
  const selectGroup = useSelectGroup();
  const [, navigate] = useLocation();

  if (isLoading) return <GroupSkeletons />;
  if (groups.length === 0) return <EmptyStaff title={groupText.none} hint={groupText.noneHint} />;
  return (
    <ul className="flex flex-col gap-2.5">
      {groups.map((group) => (
        <GroupRow
          key={group.id}
          group={group}
          onChoose={() => {
            selectGroup(group.id);
            navigate("/");
          }}
        />
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
