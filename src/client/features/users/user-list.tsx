import { type ReactNode, useState } from "react";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import type { ApiError } from "#client/http/call-api.ts";
import { LinkCopying } from "#client/messages/link-copying.tsx";
import { usePeople, usePeopleStatus, usePeopleStore } from "#client/people/people-hooks.ts";
import { useMailsGoToFiles } from "#client/loading/mail-delivery.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { OneTimeLink, type TeamRow as User } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { searchPeople } from "#domain/people/fold-text.ts";
import { compareFullNames, fullName } from "#domain/people/people.ts";
import { nobodyFound, resetLinkFor, usersText } from "#text/users/users.ts";
import { NamesakeRegion } from "./merging/namesakes.tsx";
import { useGroupNames } from "./use-group-names.ts";
import { useDemotion, useUserDeletion } from "./use-user-changes.tsx";
import { UserRow } from "./user-row.tsx";

const MergeDialog = lazyPart(async () => (await import("./merging/merge-dialog.tsx")).MergeDialog);
const InvitationDialog = lazyPart(async () => (await import("./person-dialogs.tsx")).InvitationDialog);
const AddressDialog = lazyPart(async () => (await import("./person-dialogs.tsx")).AddressDialog);

interface ResetLinkDialogProps {
  readonly name: string;
  readonly link: string;
  readonly onClose: () => void;
}

function ResetLinkDialog({ name, link, onClose }: ResetLinkDialogProps) {
  return (
    <Dialog
      isOpen
      title={<bdi>{resetLinkFor(name)}</bdi>}
      onClose={onClose}
      actions={<Button onClick={onClose}>{usersText.close}</Button>}
    >
      <div className="flex flex-col gap-4 wrap-anywhere">
        <p>{usersText.resetLinkHint}</p>
        <LinkCopying label={usersText.resetLink} link={link} />
      </div>
    </Dialog>
  );
}

/** The users whose name or e-mail address contains `query`, and the dialogs that their buttons open. */
export function UserList({ query }: { readonly query: string }) {
  const { id: ownId } = useUser();
  const people = usePeople();
  const status = usePeopleStatus();
  const { reload } = usePeopleStore();
  const deleteUser = useUserDeletion();
  const demote = useDemotion();
  const doMailsGoToFiles = useMailsGoToFiles();
  const groupNames = useGroupNames();
  const call = useCall();
  const [dialog, setDialog] = useState<ReactNode>(null);
  /** Separate from `dialog`, because the link may arrive while another dialog is open. */
  const [reset, setReset] = useState<{ readonly name: string; readonly link: string } | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME);
  const close = () => setDialog(null);

  async function act(change: Promise<ApiError | null>, sentence: string): Promise<void> {
    setOutcome(NO_OUTCOME);
    const refused = await change;
    if (refused === null) return;
    setOutcome(refusal(refused, sentence));
    // The user may have been deleted, or their rights may have changed meanwhile.
    void reload();
  }

  async function prepareReset(user: User): Promise<ApiError | null> {
    const path = fillPath(API.userPasswordReset, user.id);
    const { failure, value } = await call({ method: "POST", path, response: OneTimeLink });
    if (value) setReset({ name: fullName(user), link: value.link });
    return failure;
  }

  if (status === "loading") return <ListSkeleton />;
  if (status === "failed") return <EmptyStaff title={usersText.unknown} />;
  const found = searchPeople(people, query).toSorted(compareFullNames);
  return (
    <>
      <OutcomeMessage outcome={outcome} className="*:not-empty:mb-4" />
      <NamesakeRegion onMerge={([one, other]) => setDialog(<MergeDialog one={one} other={other} onClose={close} />)} />
      <div className="rounded-card bg-surface shadow-1">
        <div role="status">{found.length === 0 ? <NobodyFound query={query} /> : null}</div>
        <ul aria-label={usersText.list}>
          {found.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              groups={groupNames?.(user.id) ?? null}
              isOwn={user.id === ownId}
              doMailsGoToFiles={doMailsGoToFiles}
              onDelete={() => deleteUser(user)}
              onDemote={() => act(demote(user), usersText.removeRightsFailed)}
              onPrepareReset={() => act(prepareReset(user), usersText.resetLinkFailed)}
              onMerge={() => setDialog(<MergeDialog one={user} other={null} onClose={close} />)}
              onInvite={() =>
                setDialog(<InvitationDialog person={user} doMailsGoToFiles={doMailsGoToFiles} onClose={close} />)
              }
              onChangeAddress={() => setDialog(<AddressDialog person={user} onClose={close} />)}
            />
          ))}
        </ul>
      </div>
      {dialog}
      {reset ? <ResetLinkDialog {...reset} onClose={() => setReset(null)} /> : null}
    </>
  );
}

function NobodyFound({ query }: { readonly query: string }) {
  return <p className="px-5 py-8 text-center wrap-anywhere text-ink-2">{nobodyFound(query.trim())}</p>;
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-px">
      <Skeleton className="h-[70px] rounded-t-card" />
      <Skeleton className="h-[70px]" />
      <Skeleton className="h-[70px] rounded-b-card" />
    </div>
  );
}
