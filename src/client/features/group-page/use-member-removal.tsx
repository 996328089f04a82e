import { UserMinus } from "lucide-react";
import { useState } from "react";
import type { UserRow } from "#contract/accounts.ts";
import { fullName } from "#domain/people.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/toast.tsx";
import { sentenceOf } from "#text/errors.ts";
import { memberNotRemoved, memberRemoved } from "#text/group-page.ts";

interface MemberRemoval {
  /** Why the latest one did not succeed; `null` when it did. */
  readonly failure: { readonly sentence: string; readonly reason: string } | null;
  readonly remove: (member: UserRow) => void;
}

/** How an admin takes somebody out of a group, and says so. */
export function useMemberRemoval(groupId: string): MemberRemoval {
  const submit = useSubmit();
  const showToast = useToast();
  const [failure, setFailure] = useState<MemberRemoval["failure"]>(null);

  async function removeAndTell(member: UserRow): Promise<void> {
    const name = fullName(member);
    const outcome = await submit({ type: "group.left", groupId, userId: member.id });
    const isRefused = outcome.status === "refused";
    setFailure(isRefused ? { sentence: memberNotRemoved(name), reason: sentenceOf(outcome.code) } : null);
    if (!isRefused) showToast({ message: memberRemoved(name), icon: <UserMinus /> });
  }

  return { failure, remove: (member) => void removeAndTell(member) };
}
