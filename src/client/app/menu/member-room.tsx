import { useEffect, useRef, useState } from "react";
import { roleOf } from "#domain/permissions.ts";
import { usePeople, usePeopleStatus } from "../../people/people-hooks.ts";
import { optionalPart } from "../../ui/page/lazy-part.tsx";
import { Skeleton } from "../../ui/surfaces/skeleton.tsx";

/** Pixels of the list's title, of the line that says that there is nobody, of a row, and of the rows in sight. */
const TITLE = 28;
const NOBODY = 36;
const ROW = 44;
const ROWS_MAX = 198;

/** As high as the list will be, once it is known who is in it. */
function MemberListSkeleton() {
  const members = usePeople().filter((user) => roleOf(user) === "member").length;
  const height = TITLE + (members === 0 ? NOBODY : Math.min(members * ROW, ROWS_MAX));
  return <Skeleton className="mx-3 rounded-small" height={height} />;
}

/** For admins only: the others do not load it. */
const MemberList = optionalPart(
  async () => (await import("../../features/users/member-list.tsx")).MemberList,
  MemberListSkeleton,
);

/**
 * The list of members in the menu. What stands around it must not move under a press that is on its way: opened before
 * anybody knows how many members there are, the menu has room for the longest list until it is opened again.
 */
export function MemberRoom() {
  const isLoading = usePeopleStatus() === "loading";
  const [isHeld, setIsHeld] = useState(isLoading);
  const roomRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = roomRef.current?.closest<HTMLElement>("[popover]");
    function handleToggle({ newState }: ToggleEvent): void {
      if (newState === "open") setIsHeld(isLoading);
    }
    menu?.addEventListener("beforetoggle", handleToggle);
    return () => menu?.removeEventListener("beforetoggle", handleToggle);
  }, [isLoading]);
  return (
    <div ref={roomRef} style={isHeld ? { minHeight: TITLE + ROWS_MAX } : undefined}>
      <MemberList />
    </div>
  );
}
