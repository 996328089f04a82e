import { ArrowRightLeft, Bell, CalendarPlus, CalendarX2, LogOut, Settings, UserPen, Users } from "lucide-react";
import { type ReactNode, useTransition } from "react";
import { Link } from "wouter";
import { fullName } from "#domain/people/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { absencesText } from "#text/absences/absences.ts";
import { agendaText } from "#text/agenda/agenda.ts";
import { administrationText } from "#text/administration/administration.ts";
import { notificationsText } from "#text/notifications/notifications.ts";
import { layoutText } from "#text/shell/layout.ts";
import { profileText } from "#text/profile/profile.ts";
import { usersText } from "#text/users/users.ts";
import { Avatar } from "../../music/avatars/avatar.tsx";
import { useConnection } from "../../planning/planning-hooks.ts";
import { useSession, useUser } from "../../session/session-hooks.ts";
import { PAGES } from "../../pages.ts";
import { AppearanceChoice } from "./appearance-choice.tsx";
import { MemberRoom } from "./member-room.tsx";

interface UserMenuContentProps {
  readonly onEditProfile: () => void;
  /** Called when the user has unsent answers: ask before signing out. */
  readonly onAskToSignOut: () => void;
  /** Called when the user navigates: the menu closes. */
  readonly onLeave: () => void;
}

export function UserMenuContent({ onEditProfile, onAskToSignOut, onLeave }: UserMenuContentProps) {
  const role = roleOf(useUser());
  const isShared = useConnection() !== null;
  return (
    <>
      <Identity />
      <Section>
        <button type="button" className="menu-item" onClick={onEditProfile}>
          <UserPen />
          {profileText.title}
        </button>
        <Link href={PAGES.absences} className="menu-item" onClick={onLeave}>
          <CalendarX2 />
          {absencesText.title}
        </Link>
        {isShared ? (
          <>
            <Link href={PAGES.agenda} className="menu-item" onClick={onLeave}>
              <CalendarPlus />
              {agendaText.title}
            </Link>
            <Link href={PAGES.notifications} className="menu-item" onClick={onLeave}>
              <Bell />
              {notificationsText.title}
            </Link>
          </>
        ) : null}
        {may(role, "user.promote") ? (
          <Link href={PAGES.users} className="menu-item" onClick={onLeave}>
            <Users />
            {usersText.manage}
          </Link>
        ) : null}
        {may(role, "team.invite") ? (
          <Link href={PAGES.administration} className="menu-item" onClick={onLeave}>
            <Settings />
            {administrationText.title}
          </Link>
        ) : null}
        <Link href={PAGES.groupChoice} className="menu-item" onClick={onLeave}>
          <ArrowRightLeft />
          {layoutText.changeGroup}
        </Link>
      </Section>
      {may(role, "user.delete") ? (
        <Section>
          <MemberRoom />
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
      className="menu-item"
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
