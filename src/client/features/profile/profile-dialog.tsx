import { X } from "lucide-react";
import { useState } from "react";
import { useUser } from "#client/session/session-hooks.ts";
import { Dialog } from "#client/ui/dialog.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { layoutText } from "#text/layout.ts";
import { profileText } from "#text/profile.ts";
import { DeviceList } from "./device-list.tsx";
import { PasswordForm } from "./password-form.tsx";
import { draftOf } from "./profile-draft.ts";
import { ProfileForm } from "./profile-form.tsx";

/** `returned`: the profile again, after a look at the password. */
type View = "profile" | "password" | "returned";

/** One's own names and services, and from there one's password; open as long as it is there. */
export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const user = useUser();
  const [draft, setDraft] = useState(() => draftOf(user));
  const [view, setView] = useState<View>("profile");
  return (
    <Dialog isOpen title={profileText.title} onClose={onClose}>
      <IconButton label={layoutText.close} icon={<X />} className="absolute top-3 right-3" onClick={onClose} />
      <div className="mt-4 text-ink">
        {view === "password" ? (
          <PasswordForm onReturn={() => setView("returned")} />
        ) : (
          <>
            <ProfileForm
              draft={draft}
              onChange={setDraft}
              isReturning={view === "returned"}
              onChangePassword={() => setView("password")}
            />
            <DeviceList />
          </>
        )}
      </div>
    </Dialog>
  );
}
