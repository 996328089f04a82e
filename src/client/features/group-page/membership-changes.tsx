import { LogOut, Star, UserMinus, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { NO_OUTCOME, refusal } from "#client/forms/use-action.tsx";
import { useDeclineToJoin } from "#client/planning/membership/membership-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
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

/** A kind of change, and the sentences that report its result. */
interface Change {
  readonly type: "group.joined" | "group.left" | "group.leader_named" | "group.leader_removed";
  readonly done: (name: string) => string;
  readonly failed: (name: string) => string;
  readonly icon?: ReactNode;
}

const { joined, joinFailed, left, leaveFailed } = groupPageText;
const JOINING: Change = { type: "group.joined", done: () => joined, failed: () => joinFailed };
const LEAVING: Change = { type: "group.left", done: () => left, failed: () => leaveFailed };
const LEADER_ICON = <Star />;

/** What admins and leaders can change about a member. */
export const MEMBER_CHANGES = {
  add: { type: "group.joined", done: memberAdded, failed: memberNotAdded, icon: <UserPlus /> },
  remove: { type: "group.left", done: memberRemoved, failed: memberNotRemoved, icon: <UserMinus /> },
  nameLeader: { type: "group.leader_named", done: leaderNamed, failed: leaderNotNamed, icon: LEADER_ICON },
  removeLeader: { type: "group.leader_removed", done: leaderRemoved, failed: leaderNotRemoved, icon: LEADER_ICON },
} as const satisfies Readonly<Record<string, Change>>;

/** Returns a function that changes a membership and reports it. With an `inverse` change, the report offers to undo. */
export function useMembershipChange(groupId: string) {
  const submit = useSubmit();
  const showToast = useToast();
  const [outcome, setOutcome] = useState(NO_OUTCOME);

  async function change(person: UserRow, { type, done, failed, icon }: Change, inverse?: Change): Promise<void> {
    const name = fullName(person);
    const submitted = await submit({ type, groupId, userId: person.id });
    if (submitted.status === "refused") return setOutcome(refusal(submitted, failed(name)));
    setOutcome(NO_OUTCOME);
    const undo = inverse && { actionLabel: actionText.cancel, onAction: () => void change(person, inverse) };
    showToast({ message: done(name), icon, ...undo });
  }

  return { outcome, change };
}

/** The button with which the user joins or leaves the group. Leaving can be undone. */
export function OwnMembership({ groupId, isMember }: { readonly groupId: string; readonly isMember: boolean }) {
  const user = useUser();
  const declineToJoin = useDeclineToJoin(user.id);
  const { outcome, change } = useMembershipChange(groupId);

  function leave(): void {
    // Otherwise the dashboard would ask the user to join the group again.
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
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
    </div>
  );
}
