import { X } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useKeptDraft } from "#client/session/kept-draft.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { layoutText } from "#text/shell/layout.ts";
import { profileText } from "#text/profile/profile.ts";
import { AccountDeletionForm } from "./own-data/account-deletion-form.tsx";
import { DeviceList } from "./devices/device-list.tsx";
import { OwnData } from "./own-data/own-data.tsx";
import { PasskeyForm } from "./passkeys/passkey-form.tsx";
import { PasskeyList } from "./passkeys/passkey-list.tsx";
import { PasswordForm } from "./password/password-form.tsx";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";
import { draftOf, keptProfile } from "./profile-draft.ts";
import { ProfileForm } from "./profile-form.tsx";

const WishRegion = optionalPart(
  async () => (await import("./wish/wish-region.tsx")).WishRegion,
  () => <Skeleton className="mt-5 h-44 rounded-control" />,
);

/** Views that are opened from the profile. */
type SubView = "password" | "passkey" | "deletion";

interface ProfileDialogProps {
  readonly firstView?: "profile" | SubView;
  readonly onClose: () => void;
}

/**
 * The user's own names and services, with views to change the password and to delete the account. Open while mounted.
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
        {view === "passkey" ? <PasskeyForm onAdded={handlePasskeyAdded} onReturn={handleReturn} /> : null}
        {view === "deletion" ? <AccountDeletionForm onReturn={handleReturn} /> : null}
        {view === "profile" ? (
          <>
            <ProfileForm
              draft={draft}
              onChange={setDraft}
              isReturning={lastSeen === "password"}
              onChangePassword={() => open("password")}
            />
            <WishRegion />
            <PasskeyList isReturning={lastSeen === "passkey"} addition={addition} onAdd={() => open("passkey")} />
            <DeviceList />
            <OwnData isReturning={lastSeen === "deletion"} onDeleteAccount={() => open("deletion")} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
