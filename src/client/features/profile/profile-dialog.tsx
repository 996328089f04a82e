import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NO_OUTCOME } from "#client/forms/use-action.tsx";
import { loadConfig } from "#client/session/public-config.ts";
import { useSession, useUser } from "#client/session/session-hooks.ts";
import { useStoredDraft } from "#client/session/stored-draft.ts";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { optionalPart } from "#client/ui/page/lazy-part.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { passkeyText, profileText } from "#text/profile/profile.ts";
import { layoutText } from "#text/shell/layout.ts";
import { DeviceList, OwnData, PasskeyList } from "./own-lists.tsx";
import { draftOf, storedProfile, ProfileForm } from "./profile-form.tsx";
import { AccountDeletionForm, AddressForm, PasskeyForm, PasswordForm } from "./sub-views.tsx";

const Preferences = optionalPart(
  async () => (await import("./preferences.tsx")).Preferences,
  () => <Skeleton className="mt-5 h-44 rounded-control" />,
);

const EntrustedList = optionalPart(async () => (await import("./entrusted.tsx")).EntrustedList);

type SubViewName = "password" | "address" | "passkey" | "deletion";

interface ProfileDialogProps {
  readonly firstView?: "profile" | SubViewName;
  readonly onClose: () => void;
}

/** When the user returns from a sub-view, focuses the button that opened it (`data-opens` names the sub-view). */
function useReturnFocus(view: string) {
  const areaRef = useRef<HTMLDivElement>(null);
  const lastViewRef = useRef(view);
  useEffect(() => {
    areaRef.current?.querySelector<HTMLElement>(`[data-opens="${lastViewRef.current}"]`)?.focus();
    lastViewRef.current = view;
  }, [view]);
  return areaRef;
}

/** The user's profile and settings. Forms such as the password replace its content ("sub-views"). */
export function ProfileDialog({ firstView = "profile", onClose }: ProfileDialogProps) {
  const user = useUser();
  const { check } = useSession();
  const { stored, store, drop } = useStoredDraft("profile");
  /** The fields that the user changed since the profile was last saved. */
  const [typed, setTyped] = useState(() => storedProfile(stored));
  const draft = { ...draftOf(user), ...typed };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(user));
  // This page may be older than the profile, changed on another device, and than the services. Saving must lose neither.
  useEffect(() => void Promise.all([check(), loadConfig()]), [check]);
  useEffect(() => {
    if (isChanged) store({ ...typed });
    else drop();
  }, [typed, isChanged, store, drop]);
  const [view, setView] = useState(firstView);
  const areaRef = useReturnFocus(view);
  const [passkeyAddition, setPasskeyAddition] = useState(NO_OUTCOME);

  function open(subView: SubViewName): void {
    setView(subView);
    setPasskeyAddition(NO_OUTCOME);
  }

  const handleReturn = () => setView("profile");

  function handlePasskeyAdded(): void {
    setPasskeyAddition({ status: "done", sentence: passkeyText.added });
    handleReturn();
  }

  function handleClose(): void {
    drop();
    onClose();
  }

  return (
    <Dialog isOpen title={profileText.title} onClose={handleClose}>
      <IconButton label={layoutText.close} icon={<X />} className="absolute top-3 right-3" onClick={handleClose} />
      <div ref={areaRef} className="mt-4 text-ink">
        {view === "password" ? <PasswordForm onReturn={handleReturn} /> : null}
        {view === "address" ? <AddressForm onReturn={handleReturn} /> : null}
        {view === "passkey" ? <PasskeyForm onAdded={handlePasskeyAdded} onReturn={handleReturn} /> : null}
        {view === "deletion" ? <AccountDeletionForm onReturn={handleReturn} /> : null}
        {view === "profile" ? (
          <>
            <ProfileForm
              draft={draft}
              onChange={(changed) => setTyped((former) => ({ ...former, ...changed }))}
              onSaved={() => setTyped({})}
              onChangePassword={() => open("password")}
              onChangeAddress={() => open("address")}
            />
            <Preferences />
            <EntrustedList />
            <PasskeyList addition={passkeyAddition} onAdd={() => open("passkey")} />
            <DeviceList />
            <OwnData onDeleteAccount={() => open("deletion")} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
