import { Star, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import {
  leaderNamed,
  leaderNotNamed,
  leaderNotRemoved,
  leaderRemoved,
  memberAdded,
  memberNotAdded,
  memberNotRemoved,
  memberRemoved,
} from "#text/groups/group-page.ts";

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
