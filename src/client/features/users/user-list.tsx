import { useState } from "react";
import { LinkCopying } from "#client/messages/link-copying.tsx";
import { hasAccount } from "#client/people/has-account.ts";
import { usePeople, usePeopleStatus, useReloadPeople } from "#client/people/people-hooks.ts";
import { useMailsGoToFiles } from "#client/loading/mail-delivery.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { HandedOverReset, type TeamRow as User } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { searchPeople } from "#domain/people/fold-text.ts";
import { compareNames, fullName } from "#domain/people/people.ts";
import { roleOf } from "#domain/permissions.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { nobodyFound, resetLinkFor, usersText } from "#text/users/users.ts";
import { NamesakeRegion } from "./merging/namesakes.tsx";
import { useGroupNames } from "./use-group-names.ts";
import { useDemotion, useUserDeletion } from "./use-user-changes.tsx";
import { UserRow } from "./user-row.tsx";

const MergeDialog = lazyPart(async () => (await import("./merging/merge-dialog.tsx")).MergeDialog);
const InvitationDialog = lazyPart(async () => (await import("./person-dialogs.tsx")).InvitationDialog);
const AddressDialog = lazyPart(async () => (await import("./person-dialogs.tsx")).AddressDialog);

/** A prepared link, and the user whose password it changes. */
interface PreparedLink {
  readonly name: string;
  readonly link: string;
}

/** Prepares password reset links for users whom no mail reaches. */
function useResetLink() {
  const doMailsGoToFiles = useMailsGoToFiles();
  const [prepared, setPrepared] = useState<PreparedLink | null>(null);
  const call = useCall();
  const reloadPeople = useReloadPeople();
  return {
    /** Whether an admin should pass this user's link on: mails are not sent, and the user is not an admin. */
    isOffered: (user: User) => doMailsGoToFiles && roleOf(user) === "member" && hasAccount(user),
    prepared,
    /** Resolves with a sentence about why it failed, or `null`. */
    prepare: async (user: User): Promise<string | null> => {
      const path = fillPath(API.userPasswordReset, user.id);
      const { failure, value } = await call({ method: "POST", path, response: HandedOverReset });
      if (failure === null) setPrepared({ name: fullName(user), link: value.link });
      // The user was deleted, or became an admin meanwhile.
      else void reloadPeople();
      return failure && failureSentence(failure);
    },
    close: () => setPrepared(null),
  };
}

interface ResetLinkDialogProps extends PreparedLink {
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

interface Refusal {
  readonly sentence: string;
  readonly reason: string;
}

/** Users whose name or e-mail address contains `query`. */
export function UserList({ query }: { readonly query: string }) {
  const { id: ownId } = useUser();
  const people = usePeople();
  const status = usePeopleStatus();
  const deleteUser = useUserDeletion();
  const demote = useDemotion();
  const resetLink = useResetLink();
  const groupNames = useGroupNames();
  const [invited, setInvited] = useState<User | null>(null);
  const [readdressed, setReaddressed] = useState<User | null>(null);
  const [merged, setMerged] = useState<{ readonly one: User; readonly other: User | null } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function act(sentence: string, change: (user: User) => Promise<string | null>, user: User): Promise<void> {
    setRefusal(null);
    const reason = await change(user);
    if (reason !== null) setRefusal({ sentence, reason });
  }

  if (status === "loading") return <ListSkeleton />;
  if (status === "failed") return <EmptyStaff title={usersText.unknown} />;
  const found = searchPeople(people, query).toSorted((a, b) => compareNames(fullName(a), fullName(b)));
  return (
    <>
      {refusal === null ? null : (
        <Alert className="mb-4" detail={refusal.reason}>
          {refusal.sentence}
        </Alert>
      )}
      <NamesakeRegion onMerge={([one, other]) => setMerged({ one, other })} />
      <div className="rounded-card bg-surface shadow-1">
        <div role="status">{found.length === 0 ? <NobodyFound query={query} /> : null}</div>
        <ul aria-label={usersText.list}>
          {found.map((user) => {
            // Admins cannot delete or demote themselves here.
            const isOther = user.id !== ownId;
            return (
              <UserRow
                key={user.id}
                user={user}
                groups={groupNames?.(user.id) ?? null}
                onDelete={isOther ? () => deleteUser(user) : undefined}
                onDemote={isOther && user.isAdmin ? () => act(usersText.removeRightsFailed, demote, user) : undefined}
                onMerge={isOther ? () => setMerged({ one: user, other: null }) : undefined}
                onInvite={hasAccount(user) ? undefined : () => setInvited(user)}
                onChangeAddress={hasAccount(user) && !user.isAdmin ? () => setReaddressed(user) : undefined}
                onPrepareReset={
                  resetLink.isOffered(user) ? () => act(usersText.resetLinkFailed, resetLink.prepare, user) : undefined
                }
              />
            );
          })}
        </ul>
      </div>
      {invited === null ? null : <InvitationDialog person={invited} onClose={() => setInvited(null)} />}
      {readdressed === null ? null : <AddressDialog person={readdressed} onClose={() => setReaddressed(null)} />}
      {merged === null ? null : <MergeDialog {...merged} onClose={() => setMerged(null)} />}
      {resetLink.prepared ? <ResetLinkDialog {...resetLink.prepared} onClose={resetLink.close} /> : null}
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
