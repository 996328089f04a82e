import { ArrowRightLeft, ChevronDown, LogOut, UserPen, Users } from "lucide-react";
import { type ReactNode, Suspense, useState, useTransition } from "react";
import { Link } from "wouter";
import { fullName } from "#domain/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { layoutText } from "#text/layout.ts";
import { profileText } from "#text/profile.ts";
import { usersText } from "#text/users.ts";
import { Avatar } from "../domain-ui/avatar.tsx";
import { useSession, useUser } from "../session/session-hooks.ts";
import { closePopover, MENU_ITEM_CLASS, Popover } from "../ui/popover.tsx";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { MemberList, ProfileDialog } from "./signed-in-screens.ts";

const MENU_ID = "user-menu";

function closeMenu(): void {
  closePopover(MENU_ID);
}

/** The signed-in person, and what they can do from anywhere. */
export function UserMenu() {
  const user = useUser();
  const role = roleOf(user);
  const name = fullName(user);
  const [isEditingProfile, setIsEditingProfile] = useState(false);
  return (
    <>
      <Popover
        id={MENU_ID}
        label={layoutText.userMenu}
        trigger={
          <button
            type="button"
            aria-label={layoutText.userMenu}
            className="flex min-h-11 items-center gap-2.5 rounded-full px-1 text-control hover:bg-sunk md:pr-3"
          >
            <Avatar id={user.id} name={name} />
            <span className="max-w-40 truncate max-md:hidden">{user.firstName}</span>
            <ChevronDown className="size-4 max-md:hidden" />
          </button>
        }
      >
        <div className="flex items-center gap-3.5 px-3 pt-2 pb-3">
          <Avatar id={user.id} name={name} size={40} />
          <div className="min-w-0">
            <p className="text-name wrap-anywhere">{name}</p>
            {user.email === undefined ? null : <p className="truncate text-tiny text-ink-2">{user.email}</p>}
          </div>
        </div>
        <Section>
          <button
            type="button"
            className={MENU_ITEM_CLASS}
            onClick={() => {
              // First: the dialog gives the focus back to where it was, which is then the menu's button.
              closeMenu();
              setIsEditingProfile(true);
            }}
          >
            <UserPen />
            {profileText.title}
          </button>
          {may(role, "user.promote") ? (
            <Link href="/users" className={MENU_ITEM_CLASS} onClick={closeMenu}>
              <Users />
              {usersText.manage}
            </Link>
          ) : null}
          <Link href="/select-group" className={MENU_ITEM_CLASS} onClick={closeMenu}>
            <ArrowRightLeft />
            {layoutText.changeGroup}
          </Link>
        </Section>
        {may(role, "user.delete") ? (
          <Section>
            <Suspense>
              <MemberList />
            </Suspense>
          </Section>
        ) : null}
        <Section>
          <div className="px-3 py-1">
            <AppearanceChoice />
          </div>
        </Section>
        <Section>
          <SignOutItem />
        </Section>
      </Popover>
      <Suspense>{isEditingProfile ? <ProfileDialog onClose={() => setIsEditingProfile(false)} /> : null}</Suspense>
    </>
  );
}

function Section({ children }: { readonly children: ReactNode }) {
  return <div className="mx-1 border-t border-line py-2">{children}</div>;
}

function SignOutItem() {
  const { signOut } = useSession();
  const [isPending, startTransition] = useTransition();
  return (
    <button
      type="button"
      className={MENU_ITEM_CLASS}
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (!isPending) startTransition(signOut);
      }}
    >
      <LogOut />
      {layoutText.signOut}
    </button>
  );
}
