import type { ReactNode } from "react";
import { Link } from "wouter";
import { useLookAtGroup } from "#client/planning/group-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { PAGES } from "#client/pages.ts";

interface GroupPageLinkProps {
  readonly groupId: string;
  readonly children: ReactNode;
}

/** A link to the page of the event's group; selects that group. */
export function GroupPageLink({ groupId, children }: GroupPageLinkProps) {
  const lookAtGroup = useLookAtGroup();
  return (
    <Link href={PAGES.group} className={buttonClass({ size: "compact" })} onClick={() => lookAtGroup(groupId)}>
      {children}
    </Link>
  );
}
