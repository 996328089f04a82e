import { useId } from "react";
import type { UserRow } from "#contract/accounts/users.ts";
import { compareNames, fullName } from "#domain/people/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMembers, useMembership } from "#client/planning/group-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { MemberAddition } from "./member-addition.tsx";
import { MemberRow } from "./member-row.tsx";
import { OwnMembership } from "./own-membership.tsx";
import { useMemberChanges } from "./use-member-changes.tsx";

function byName(one: UserRow, other: UserRow): number {
  return compareNames(fullName(one), fullName(other));
}

/** Why the list is empty: the group has no members (and what to do), or they are not loaded (yet). */
function Nobody() {
  const status = usePeopleStatus();
  const problem = usePeopleProblem();
  const canAdd = may(roleOf(useUser()), "group.add_member");
  if (status === "loading") return <Skeleton className="mt-3 h-32 rounded-strip" />;
  if (problem) return <p className="mt-3 text-small text-ink-2">{sentenceOf(problem)}</p>;
  return (
    <p className="mt-3 text-small">
      {groupPageText.noMember} {groupPageText[canAdd ? "noMemberForAdmin" : "noMemberForMember"]}
    </p>
  );
}

/**
 * The members of the group, and how to change them. Where the planning records no membership, everybody is a member.
 */
export function MembersRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const user = useUser();
  const people = usePeople();
  const members = useMembers(groupId, people).toSorted(byName);
  const membership = useMembership(groupId, user.id);
  const { failure, add, remove } = useMemberChanges(groupId);
  const canAdd = membership !== "everybody" && may(roleOf(user), "group.add_member");
  const canRemove = membership !== "everybody" && may(roleOf(user), "group.remove_member");
  return (
    <Card labelledBy={titleId} className="min-w-0 p-5">
      <h2 id={titleId} className="font-title text-title">
        {groupPageText.members}
      </h2>
      <p className="text-small text-ink-2">
        {membership === "everybody" ? groupPageText.everybody : groupPageText.unanswered}
      </p>
      {failure === null ? null : (
        <div className="mt-3">
          <Alert detail={failure.reason}>{failure.sentence}</Alert>
        </div>
      )}
      {members.length === 0 ? (
        <Nobody />
      ) : (
        <ul aria-labelledby={titleId} className="mt-3 rounded-strip border border-line">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onRemove={canRemove && member.id !== user.id ? () => remove(member) : undefined}
            />
          ))}
        </ul>
      )}
      {canAdd && people.length > 0 ? (
        <MemberAddition
          strangers={people.filter(({ id }) => !members.some((member) => member.id === id)).toSorted(byName)}
          onAdd={add}
        />
      ) : null}
      {membership === "everybody" ? null : <OwnMembership groupId={groupId} isMember={membership === "member"} />}
    </Card>
  );
}
