import { useEffect, useState } from "react";
import { PASSWORD_FORM } from "#contract/paths.ts";
import { SelectGroupScreen } from "../features/groups/select-group-screen.tsx";
import { SharingRegion } from "../features/sharing/sharing-region.tsx";
import { lazyPart } from "../ui/page/lazy-part.tsx";

const ProfileDialog = lazyPart(async () => (await import("../features/profile/profile-dialog.tsx")).ProfileDialog);

/**
 * The choice of a group, with the sharing of the planning below it. A password manager that wants to change the password
 * sends people here, with that form open.
 */
export function SelectGroup() {
  const [isPasswordFormOpen, setIsPasswordFormOpen] = useState(() => location.hash === PASSWORD_FORM);

  // Only once: a later reload does not ask for the form.
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
