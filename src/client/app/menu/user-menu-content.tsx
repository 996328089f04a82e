import { ArrowRightLeft, LogOut, Settings, UserPen, Users } from "lucide-react";
import { type ReactNode, useTransition } from "react";
import { Link } from "wouter";
import { fullName } from "#domain/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { administrationText } from "#text/administration.ts";
import { layoutText } from "#text/layout.ts";
import { profileText } from "#text/profile.ts";
import { usersText } from "#text/users.ts";
import { Avatar } from "../domain-ui/avatar.tsx";
import { useConnection } from "../planning/planning-hooks.ts";
import { useSession, useUser } from "../session/session-hooks.ts";
import { latePart } from "../ui/late-part.tsx";
import { MENU_ITEM_CLASS } from "../ui/popover.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AppearanceChoice } from "./appearance-choice.tsx";

/** For admins only: the others do not load it. */
const MemberList = latePart(
  async () => (await import("../features/users/member-list.tsx")).MemberList,
  () => <Skeleton className="mx-3 h-[220px] rounded-small" />,
);

interface UserMenuContentProps {
  readonly onEditProfile: () => void;
  /** Something that the person said has not been sent: they are asked first. */
  readonly onAskToSignOut: () => void;
  /** The person goes elsewhere: the menu is in the way. */
  readonly onLeave: () => void;
}

export function UserMenuContent({ onEditProfile, onAskToSignOut, onLeave }: UserMenuContentProps) {
  const role = roleOf(useUser());
  return (
    <>
      <Identity />
      <Section>
        <button type="button" className={MENU_ITEM_CLASS} onClick={onEditProfile}>
          <UserPen />
          {profileText.title}
        </button>
        {may(role, "user.promote") ? (
          <Link href="/users" className={MENU_ITEM_CLASS} onClick={onLeave}>
            <Users />
            {usersText.manage}
          </Link>
        ) : null}
        {may(role, "team.invite") ? (
          <Link href="/administration" className={MENU_ITEM_CLASS} onClick={onLeave}>
            <Settings />
            {administrationText.title}
          </Link>
        ) : null}
        <Link href="/select-group" className={MENU_ITEM_CLASS} onClick={onLeave}>
          <ArrowRightLeft />
          {layoutText.changeGroup}
        </Link>
      </Section>
      {may(role, "user.delete") ? (
        <Section>
          <MemberList />
        </Section>
      ) : null}
      <Section>
        <div className="px-3 py-1">
          <AppearanceChoice />
        </div>
      </Section>
      <Section>
        <SignOutItem onAsk={onAskToSignOut} />
      </Section>
    </>
  );
}

function Identity() {
  const user = useUser();
  const name = fullName(user);
  return (
    <div className="flex items-center gap-3.5 px-3 pt-2 pb-3">
      <Avatar id={user.id} name={name} size={40} />
      <div className="min-w-0">
        <p className="text-name wrap-anywhere">{name}</p>
        {user.email === undefined ? null : <p className="truncate text-tiny text-ink-2">{user.email}</p>}
      </div>
    </div>
  );
}

function Section({ children }: { readonly children: ReactNode }) {
  return <div className="mx-1 border-t border-line py-2">{children}</div>;
}

function SignOutItem({ onAsk }: { readonly onAsk: () => void }) {
  const { signOut } = useSession();
  const hasUnsent = (useConnection()?.unsent ?? 0) > 0;
  const [isPending, startTransition] = useTransition();
  return (
    <button
      type="button"
      className={MENU_ITEM_CLASS}
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (hasUnsent) onAsk();
        else if (!isPending) startTransition(signOut);
      }}
    >
      <LogOut />
      {layoutText.signOut}
    </button>
  );
}
