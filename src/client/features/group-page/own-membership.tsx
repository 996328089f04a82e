import { LogOut, UserPlus } from "lucide-react";
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
import { groupPageText } from "#text/groups/group-page.ts";

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
