import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { fullName } from "#domain/people.ts";
import { layoutText } from "#text/layout.ts";
import { Avatar } from "../domain-ui/avatar.tsx";
import { useUser } from "../session/session-hooks.ts";
import { closePopover, Popover } from "../ui/popover.tsx";
import { ProfileDialog, SignOutDialog, UserMenuContent } from "./signed-in-screens.ts";

const MENU_ID = "user-menu";

function closeMenu(): void {
  closePopover(MENU_ID);
}

/** The signed-in person, and what they can do from anywhere; loaded when they reach for it. */
export function UserMenu() {
  const user = useUser();
  const [isWanted, setIsWanted] = useState(false);
  const [opened, setOpened] = useState<"profile" | "sign-out" | null>(null);

  function handleReach(): void {
    setIsWanted(true);
  }

  function open(dialog: "profile" | "sign-out"): void {
    // First: the dialog gives the focus back to where it was, which is then the menu's button.
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
            aria-label={layoutText.userMenu}
            onPointerEnter={handleReach}
            onFocus={handleReach}
            onClick={handleReach}
            className="flex min-h-11 items-center gap-2.5 rounded-full px-1 text-control hover:bg-sunk md:pr-3"
          >
            <Avatar id={user.id} name={fullName(user)} />
            <span className="max-w-40 truncate max-md:hidden">{user.firstName}</span>
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
