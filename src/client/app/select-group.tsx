import { useEffect, useState } from "react";
import { PASSWORD_FORM } from "#contract/paths.ts";
import { SelectGroupScreen } from "../features/groups/select-group-screen.tsx";
import { SharingRegion } from "../features/sharing/sharing-region.tsx";
import { lazyPart } from "../ui/page/lazy-part.tsx";

const ProfileDialog = lazyPart(async () => (await import("../features/profile/profile-dialog.tsx")).ProfileDialog);

/**
 * The screen to choose a group, with the sharing of the planning below it. Password managers link to it to change the
 * password (`/.well-known/change-password`): then it opens that form.
 */
export function SelectGroup() {
  const [isPasswordFormOpen, setIsPasswordFormOpen] = useState(() => location.hash === PASSWORD_FORM);

  // Removes the hash, so that a later reload does not open the form again.
  useEffect(() => {
    if (location.hash === PASSWORD_FORM) history.replaceState(history.state, "", location.pathname);
  }, []);

  return (
    <>
      <SelectGroupScreen sharing={<SharingRegion />} />
      {isPasswordFormOpen ? <ProfileDialog firstView="password" onClose={() => setIsPasswordFormOpen(false)} /> : null}
    </>
  );
}
