import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { fullName } from "#domain/people/people.ts";
import { layoutText } from "#text/shell/layout.ts";
import { Avatar } from "../../music/avatars/avatar.tsx";
import { useUser } from "../../session/session-hooks.ts";
import { closePopover, Popover } from "../../ui/overlays/popover.tsx";
import { ProfileDialog, SignOutDialog, UserMenuContent } from "../signed-in-screens.tsx";

const MENU_ID = "user-menu";

function closeMenu(): void {
  closePopover(MENU_ID);
}

/** Shows the signed-in user and what they can do on every screen. Its content is loaded when it is first opened. */
export function UserMenu() {
  const user = useUser();
  const [isWanted, setIsWanted] = useState(false);
  const [opened, setOpened] = useState<"profile" | "sign-out" | null>(null);

  function handleReach(): void {
    setIsWanted(true);
  }

  function open(dialog: "profile" | "sign-out"): void {
    // Close first: a dialog returns the focus to where it was, which must be the menu's button.
    closeMenu();
    setOpened(dialog);
  }

  function handleClose(): void {
    setOpened(null);
  }

  return (
    <>
      <Popover
        id={MENU_ID}
        label={layoutText.userMenu}
        trigger={
          <button
            type="button"
            onPointerEnter={handleReach}
            onFocus={handleReach}
            onClick={handleReach}
            className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-full px-1 text-control hover:bg-sunk md:pr-3"
          >
            <Avatar id={user.id} name={fullName(user)} />
            <span className="sr-only">{layoutText.userMenu}, </span>
            <span className="max-w-40 truncate max-md:sr-only">{user.firstName}</span>
            <ChevronDown className="size-4 max-md:hidden" />
          </button>
        }
      >
        {isWanted ? (
          <UserMenuContent
            onEditProfile={() => open("profile")}
            onAskToSignOut={() => open("sign-out")}
            onLeave={closeMenu}
          />
        ) : null}
      </Popover>
      {opened === "profile" ? <ProfileDialog onClose={handleClose} /> : null}
      {opened === "sign-out" ? <SignOutDialog onClose={handleClose} /> : null}
    </>
  );
}
