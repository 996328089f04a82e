import { X } from "lucide-react";
import { useState } from "react";
import { useUser } from "#client/session/session-hooks.ts";
import { Dialog } from "#client/ui/dialog.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { layoutText } from "#text/layout.ts";
import { profileText } from "#text/profile.ts";
import { AccountDeletionForm } from "./account-deletion-form.tsx";
import { DeviceList } from "./device-list.tsx";
import { OwnData } from "./own-data.tsx";
import { PasswordForm } from "./password-form.tsx";
import { draftOf } from "./profile-draft.ts";
import { ProfileForm } from "./profile-form.tsx";

/** What is reached from the profile. */
type SubView = "password" | "deletion";

/** One's own names and services, and from there one's password and the way out; open as long as it is there. */
export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const user = useUser();
  const [draft, setDraft] = useState(() => draftOf(user));
  const [view, setView] = useState<"profile" | SubView>("profile");
  const [lastSeen, setLastSeen] = useState<SubView | null>(null);

  function open(subView: SubView): void {
    setView(subView);
    setLastSeen(subView);
  }

  function handleReturn(): void {
    setView("profile");
  }

  return (
    <Dialog isOpen title={profileText.title} onClose={onClose}>
      <IconButton label={layoutText.close} icon={<X />} className="absolute top-3 right-3" onClick={onClose} />
      <div className="mt-4 text-ink">
        {view === "password" ? <PasswordForm onReturn={handleReturn} /> : null}
        {view === "deletion" ? <AccountDeletionForm onReturn={handleReturn} /> : null}
        {view === "profile" ? (
          <>
            <ProfileForm
              draft={draft}
              onChange={setDraft}
              isReturning={lastSeen === "password"}
              onChangePassword={() => open("password")}
            />
            <DeviceList />
            <OwnData isReturning={lastSeen === "deletion"} onDeleteAccount={() => open("deletion")} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
