import { X, Download, UserX } from "lucide-react";
import { useCallback, useEffect, useState, useId, startTransition, useActionState, useRef } from "react";
import { useKeptDraft } from "#client/session/kept-draft.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { layoutText } from "#text/shell/layout.ts";
import { profileText } from "#text/profile/profile.ts";
import { AddressForm } from "./address/address-form.tsx";
import { DeviceList } from "./devices/device-list.tsx";
import { PasskeyForm } from "./passkeys/passkey-form.tsx";
import { PasskeyList } from "./passkeys/passkey-list.tsx";
import { PasswordForm } from "./password/password-form.tsx";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";
import { draftOf, keptProfile, ProfileForm } from "./profile-form.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { ownAccountText } from "#text/profile/own-account.ts";
import { OwnPasswordForm, ownPasswordOutcome } from "./own-password-form.tsx";
import { useAccountDeletion } from "./own-data/use-account-deletion.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { useDataDownload } from "./own-data/use-data-download.ts";

interface OwnDataProps {
  /** Whether the user returns from the account deletion: the focus goes back to where it was. */
  readonly isReturning: boolean;
  readonly onDeleteAccount: () => void;
}

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "downloaded" }
  | { readonly status: "failed"; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** The user's own data to download, and the button to delete the account. */
function OwnData({ isReturning, onDeleteAccount }: OwnDataProps) {
  const titleId = useId();
  const deletionRef = useRef<HTMLButtonElement>(null);
  const download = useDataDownload();

  async function tryToDownload(): Promise<Outcome> {
    const reason = await download();
    return reason === null ? { status: "downloaded" } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(tryToDownload, NO_OUTCOME);
  const downloaded = useExpiringMessage(outcome.status === "downloaded" ? outcome : null);

  useEffect(() => {
    if (isReturning) deletionRef.current?.focus();
  }, [isReturning]);

  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 id={titleId} className="text-name">
        {ownAccountText.title}
      </h3>
      <p className="mt-1 mb-3 text-small text-ink-2">{ownAccountText.hint}</p>
      <Button
        size="compact"
        fullWidth
        icon={<Download />}
        isPending={isPending}
        onClick={() => startTransition(submit)}
      >
        {ownAccountText.download}
      </Button>
      <div className="[&>:not(:empty)]:mt-2">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{ownAccountText.downloadFailed}</Alert> : null}
        <StatusMessage>{downloaded ? ownAccountText.downloaded : null}</StatusMessage>
      </div>
      <Button
        ref={deletionRef}
        variant="danger-outline"
        size="compact"
        fullWidth
        icon={<UserX />}
        className="mt-2"
        onClick={onDeleteAccount}
      >
        {ownAccountText.delete}
      </Button>
    </section>
  );
}

/** View of the profile for deleting the account: what is deleted, and the password again. */
function AccountDeletionForm({ onReturn }: { readonly onReturn: () => void }) {
  const textId = useId();
  const deleteAccount = useAccountDeletion();
  return (
    <OwnPasswordForm
      title={ownAccountText.delete}
      describedBy={textId}
      passwordHint={ownAccountText.passwordHint}
      act={async (password) => ownPasswordOutcome(await deleteAccount(password))}
      failed={ownAccountText.deletionFailed}
      submitLabel={actionText.confirmDeletion}
      submitVariant="danger"
      returnLabel={actionText.cancel}
      onReturn={onReturn}
    >
      <div id={textId} className="flex flex-col gap-2">
        <p>{ownAccountText.whatGoes}</p>
        <ul className="list-disc pl-5">
          <li>{ownAccountText.account}</li>
          <li>{ownAccountText.sessions}</li>
          <li>{ownAccountText.answers}</li>
        </ul>
        <p>{ownAccountText.consequence}</p>
      </div>
    </OwnPasswordForm>
  );
}

const WishRegion = optionalPart(
  async () => (await import("./wish/wish-region.tsx")).WishRegion,
  () => <Skeleton className="mt-5 h-44 rounded-control" />,
);

const RepliesRegion = optionalPart(async () => (await import("./replies/replies-region.tsx")).RepliesRegion);
const EntrustedList = optionalPart(async () => (await import("./entrusted/entrusted-list.tsx")).EntrustedList);

/** Views that are opened from the profile. */
type SubView = "password" | "address" | "passkey" | "deletion";

interface ProfileDialogProps {
  readonly firstView?: "profile" | SubView;
  readonly onClose: () => void;
}

/**
 * The user's own names and services, with views to change password and address, and to delete the account. Open while mounted.
 */
export function ProfileDialog({ firstView = "profile", onClose }: ProfileDialogProps) {
  const user = useUser();
  const { kept, keep, drop } = useKeptDraft("profile");
  const [draft, setDraft] = useState(() => (kept === null ? draftOf(user) : keptProfile(kept)));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(user));
  useEffect(() => {
    if (isChanged) keep({ ...draft });
    else drop();
  }, [draft, isChanged, keep, drop]);
  const [view, setView] = useState(firstView);
  const [lastSeen, setLastSeen] = useState<SubView | null>(null);

  const [addition, setAddition] = useState<object | null>(null);
  const handlePasskeyAdded = useCallback(() => {
    setAddition({});
    setView("profile");
  }, []);

  function open(subView: SubView): void {
    setView(subView);
    setLastSeen(subView);
    setAddition(null);
  }

  function handleReturn(): void {
    setView("profile");
  }

  function handleClose(): void {
    drop();
    onClose();
  }

  return (
    <Dialog isOpen title={profileText.title} onClose={handleClose}>
      <IconButton label={layoutText.close} icon={<X />} className="absolute top-3 right-3" onClick={handleClose} />
      <div className="mt-4 text-ink">
        {view === "password" ? <PasswordForm onReturn={handleReturn} /> : null}
        {view === "address" ? <AddressForm onReturn={handleReturn} /> : null}
        {view === "passkey" ? <PasskeyForm onAdded={handlePasskeyAdded} onReturn={handleReturn} /> : null}
        {view === "deletion" ? <AccountDeletionForm onReturn={handleReturn} /> : null}
        {view === "profile" ? (
          <>
            <ProfileForm
              draft={draft}
              onChange={setDraft}
              returningFrom={lastSeen}
              onChangePassword={() => open("password")}
              onChangeAddress={() => open("address")}
            />
            <WishRegion />
            <RepliesRegion />
            <EntrustedList />
            <PasskeyList isReturning={lastSeen === "passkey"} addition={addition} onAdd={() => open("passkey")} />
            <DeviceList />
            <OwnData isReturning={lastSeen === "deletion"} onDeleteAccount={() => open("deletion")} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
