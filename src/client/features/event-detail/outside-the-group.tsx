import { UserPlus } from "lucide-react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { whoCouldJoin } from "#domain/line-up/could-join.ts";
import type { Blockage } from "#domain/line-up/line-up.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { couldJoinSentence, heldByNobodySentence } from "#text/event/line-up.ts";
import { GroupPageLink } from "./group-page-link.tsx";

interface OutsideTheGroupProps {
  readonly event: PlannedEvent;
  /** Why the group could not play even if everybody came. */
  readonly blockage: Blockage;
  /** Roles that no member of the group holds. */
  readonly heldByNobody: readonly BandRole[];
}

/**
 * Shown if the group cannot play whatever its members answer: who else could join, and which roles nobody at all holds.
 */
export function OutsideTheGroup({ event, blockage, heldByNobody }: OutsideTheGroupProps) {
  const people = usePeople();
  const members = useMembers(event.groupId, people);
  const canAdd = may(roleOf(useUser()), "group.add_member");
  const candidates = whoCouldJoin(blockage.roles, { people, members, availability: event.availability });
  const found = new Set(candidates.flatMap(({ roles }) => roles));
  const heldNowhere = heldByNobodySentence(heldByNobody.filter((role) => !found.has(role)));
  return (
    <>
      {candidates.length === 0 ? null : <p className="mt-2">{couldJoinSentence(candidates)}</p>}
      {heldNowhere === "" ? null : <p className="mt-2">{heldNowhere}</p>}
      {candidates.length > 0 && canAdd ? (
        <p className="mt-3">
          <GroupPageLink groupId={event.groupId}>
            <UserPlus />
            {groupPageText.addToGroup}
          </GroupPageLink>
        </p>
      ) : null}
    </>
  );
}
