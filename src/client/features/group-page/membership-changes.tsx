import { LogOut, UserPlus, Star, UserMinus } from "lucide-react";
import { useState } from "react";
import { useDeclineToJoin } from "#client/planning/membership/membership-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import type { RefusalCode } from "#contract/planning/submit.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { actionText } from "#text/phrases/actions.ts";
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
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";

interface OwnMembershipProps {
  readonly groupId: string;
  readonly isMember: boolean;
}

const JOINING = { type: "group.joined", done: groupPageText.joined, failed: groupPageText.joinFailed } as const;
const LEAVING = { type: "group.left", done: groupPageText.left, failed: groupPageText.leaveFailed } as const;

/** Buttons to join or leave the group; leaving can be undone. */
export function OwnMembership({ groupId, isMember }: OwnMembershipProps) {
  const userId = useUser().id;
  const submit = useSubmit();
  const declineToJoin = useDeclineToJoin(userId);
  const showToast = useToast();
  const [failure, setFailure] = useState<{ readonly sentence: string; readonly code: RefusalCode } | null>(null);

  async function change({ type, done, failed }: typeof JOINING | typeof LEAVING): Promise<void> {
    if (type === "group.left") declineToJoin(groupId);
    const outcome = await submit({ type, groupId, userId });
    if (outcome.status === "refused") return setFailure({ sentence: failed, code: outcome.code });
    setFailure(null);
    const undo = type === "group.left" ? { actionLabel: actionText.cancel, onAction: () => void change(JOINING) } : {};
    showToast({ message: done, ...undo });
  }

  return (
    <div className="mt-4 flex flex-col gap-3">
      {isMember ? (
        <Button icon={<LogOut />} className="sm:self-start" onClick={() => void change(LEAVING)}>
          {groupPageText.leave}
        </Button>
      ) : (
        <Button variant="primary" icon={<UserPlus />} className="sm:self-start" onClick={() => void change(JOINING)}>
          {groupPageText.join}
        </Button>
      )}
      {failure === null ? null : <Alert detail={sentenceOf(failure.code)}>{failure.sentence}</Alert>}
    </div>
  );
}

interface MemberChanges {
  /** Why the latest change failed; `null` if it did not. */
  readonly failure: { readonly sentence: string; readonly reason: string } | null;
  readonly add: (person: UserRow) => void;
  readonly remove: (member: UserRow) => void;
  readonly setLeading: (member: UserRow, isLeader: boolean) => void;
}

const ADDING = { type: "group.joined", done: memberAdded, failed: memberNotAdded, icon: <UserPlus /> } as const;
const REMOVING = { type: "group.left", done: memberRemoved, failed: memberNotRemoved, icon: <UserMinus /> } as const;

const NAMING = { type: "group.leader_named", done: leaderNamed, failed: leaderNotNamed, icon: <Star /> } as const;
const UNNAMING = {
  type: "group.leader_removed",
  done: leaderRemoved,
  failed: leaderNotRemoved,
  icon: <Star />,
} as const;

type MemberChange = typeof ADDING | typeof REMOVING | typeof NAMING | typeof UNNAMING;

/** Adds people to a group, removes them, or lets them lead it, and reports it; an addition can be undone at once. */
export function useMemberChanges(groupId: string): MemberChanges {
  const submit = useSubmit();
  const showToast = useToast();
  const [failure, setFailure] = useState<MemberChanges["failure"]>(null);

  async function change(person: UserRow, { type, done, failed, icon }: MemberChange): Promise<void> {
    const name = fullName(person);
    const outcome = await submit({ type, groupId, userId: person.id });
    const isRefused = outcome.status === "refused";
    setFailure(isRefused ? { sentence: failed(name), reason: sentenceOf(outcome.code) } : null);
    if (isRefused) return;
    const undo = { actionLabel: actionText.cancel, onAction: () => void change(person, REMOVING) };
    showToast({ message: done(name), icon, ...(type === "group.joined" && undo) });
  }

  return {
    failure,
    add: (person) => void change(person, ADDING),
    remove: (member) => void change(member, REMOVING),
    setLeading: (member, isLeader) => void change(member, isLeader ? NAMING : UNNAMING),
  };
}
