import { useId } from "react";
import type { UserRow } from "#contract/accounts.ts";
import { compareNames, fullName } from "#domain/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMembers, useMembership } from "#client/planning/group-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Card } from "#client/ui/card.tsx";
import { Alert } from "#client/ui/message.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { sentenceOf } from "#text/errors.ts";
import { groupPageText } from "#text/group-page.ts";
import { MemberRow } from "./member-row.tsx";
import { OwnMembership } from "./own-membership.tsx";
import { useMemberRemoval } from "./use-member-removal.tsx";

function byName(one: UserRow, other: UserRow): number {
  return compareNames(fullName(one), fullName(other));
}

/** Why nobody is listed: nobody belongs to it, or the people are not known (yet). */
function Nobody() {
  const status = usePeopleStatus();
  const problem = usePeopleProblem();
  if (status === "loading") return <Skeleton className="mt-3 h-32 rounded-strip" />;
  return <p className="mt-3 text-small text-ink-2">{problem ? sentenceOf(problem) : groupPageText.noMember}</p>;
}

/** Who belongs to the group, and how that changes; where the planning keeps nothing of it everybody does. */
export function MembersRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const user = useUser();
  const members = useMembers(groupId, usePeople()).toSorted(byName);
  const membership = useMembership(groupId, user.id);
  const { failure, remove } = useMemberRemoval(groupId);
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
      {membership === "everybody" ? null : <OwnMembership groupId={groupId} isMember={membership === "member"} />}
    </Card>
  );
}
