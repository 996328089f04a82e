import { LogOut, Star, UserMinus, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useDeclineToJoin } from "#client/planning/membership/membership-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import {
  groupPageText,
  leaderNamed,
  leaderNotNamed,
  leaderNotRemoved,
  leaderRemoved,
  memberAdded,
  memberNotAdded,
  memberNotRemoved,
  memberRemoved,
} from "#text/groups/group-page.ts";
import { actionText } from "#text/phrases/actions.ts";

interface Change {
  readonly type: "group.joined" | "group.left" | "group.leader_named" | "group.leader_removed";
  readonly done: (name: string) => string;
  readonly failed: (name: string) => string;
  readonly icon?: ReactNode;
}

const { joined, joinFailed, left, leaveFailed } = groupPageText;
const JOINING: Change = { type: "group.joined", done: () => joined, failed: () => joinFailed };
const LEAVING: Change = { type: "group.left", done: () => left, failed: () => leaveFailed };
const ADDING: Change = { type: "group.joined", done: memberAdded, failed: memberNotAdded, icon: <UserPlus /> };
const REMOVING: Change = { type: "group.left", done: memberRemoved, failed: memberNotRemoved, icon: <UserMinus /> };
const LEADER = <Star />;
const NAMING: Change = { type: "group.leader_named", done: leaderNamed, failed: leaderNotNamed, icon: LEADER };
const UNNAMING: Change = { type: "group.leader_removed", done: leaderRemoved, failed: leaderNotRemoved, icon: LEADER };

/** Changes a group's membership and reports it; `inverse` offers to undo it at once. */
function useMembershipChange(groupId: string) {
  const submit = useSubmit();
  const showToast = useToast();
  const [failure, setFailure] = useState<{ readonly sentence: string; readonly reason: string } | null>(null);

  async function change(person: UserRow, { type, done, failed, icon }: Change, inverse?: Change): Promise<void> {
    const name = fullName(person);
    const outcome = await submit({ type, groupId, userId: person.id });
    const isRefused = outcome.status === "refused";
    setFailure(isRefused ? { sentence: failed(name), reason: sentenceOf(outcome.code) } : null);
    if (isRefused) return;
    const undo = inverse && { actionLabel: actionText.cancel, onAction: () => void change(person, inverse) };
    showToast({ message: done(name), icon, ...undo });
  }

  return { failure, change };
}

/** Adds people to a group, removes them, or lets them lead it. */
export function useMemberChanges(groupId: string) {
  const { failure, change } = useMembershipChange(groupId);
  return {
    /** Why the latest change failed; `null` if it did not. */
    failure,
    add: (person: UserRow) => void change(person, ADDING, REMOVING),
    remove: (member: UserRow) => void change(member, REMOVING),
    setLeading: (member: UserRow, isLeader: boolean) => void change(member, isLeader ? NAMING : UNNAMING),
  };
}

/** Buttons to join or leave the group; leaving can be undone. */
export function OwnMembership({ groupId, isMember }: { readonly groupId: string; readonly isMember: boolean }) {
  const user = useUser();
  const declineToJoin = useDeclineToJoin(user.id);
  const { failure, change } = useMembershipChange(groupId);

  function leave(): void {
    declineToJoin(groupId);
    void change(user, LEAVING, JOINING);
  }

  return (
    <div className="mt-4 flex flex-col gap-3">
      {isMember ? (
        <Button icon={<LogOut />} className="sm:self-start" onClick={leave}>
          {groupPageText.leave}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<UserPlus />}
          className="sm:self-start"
          onClick={() => void change(user, JOINING)}
        >
          {groupPageText.join}
        </Button>
      )}
      {failure === null ? null : <Alert detail={failure.reason}>{failure.sentence}</Alert>}
    </div>
  );
}
