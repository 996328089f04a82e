import {
  ArrowRightLeft,
  Bell,
  CalendarPlus,
  CalendarX2,
  ListMusic,
  LogOut,
  Music,
  Settings,
  UserPen,
  Users,
} from "lucide-react";
import { type FC, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Link } from "wouter";
import { fullName } from "#domain/people/people.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { absencesText } from "#text/absences/absences.ts";
import { administrationText } from "#text/administration/administration.ts";
import { agendaText } from "#text/agenda/agenda.ts";
import { notificationsText } from "#text/notifications/notifications.ts";
import { profileText } from "#text/profile/profile.ts";
import { repertoireText } from "#text/repertoire/repertoire.ts";
import { servicesText } from "#text/services/services.ts";
import { signOutText, unsentConsequence } from "#text/shell/connection.ts";
import { APPEARANCE_WORDS, layoutText } from "#text/shell/layout.ts";
import { usersText } from "#text/users/users.ts";
import { Avatar } from "../../music/avatars/avatar.tsx";
import { PAGES } from "../../pages.ts";
import { usePeople, usePeopleStatus } from "../../people/people-hooks.ts";
import { useConnection } from "../../planning/planning-hooks.ts";
import { useSession, useUser } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../ui/fields/segmented-control.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { APPEARANCES, chooseAppearance, currentAppearance } from "../../ui/page/appearance.ts";
import { optionalPart } from "../../ui/page/lazy-part.tsx";
import { Skeleton } from "../../ui/surfaces/skeleton.tsx";

// Heights in pixels of the list of members.
const TITLE = 28;
const EMPTY_LIST = 36;
const ROW = 44;
const ALL_ROWS_MAX = 198;

/** Has the same height as the list that replaces it. */
function MemberListSkeleton() {
  const members = usePeople().filter((user) => roleOf(user) === "member").length;
  const height = TITLE + (members === 0 ? EMPTY_LIST : Math.min(members * ROW, ALL_ROWS_MAX));
  return <Skeleton className="mx-3 rounded-small" height={height} />;
}

/** Loaded for admins only. */
const MemberList = optionalPart(
  async () => (await import("../../features/users/member-list.tsx")).MemberList,
  MemberListSkeleton,
);

/**
 * The list of members in the menu. If the menu is opened before the number of members is known, it reserves the height of
 * the longest list until it is opened again, so that a tap does not hit another item.
 */
function MemberSection() {
  const isLoading = usePeopleStatus() === "loading";
  const [isReserved, setIsReserved] = useState(isLoading);
  const sectionRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = sectionRef.current?.closest<HTMLElement>("[popover]");
    function handleToggle({ newState }: ToggleEvent): void {
      if (newState === "open") setIsReserved(isLoading);
    }
    menu?.addEventListener("beforetoggle", handleToggle);
    return () => menu?.removeEventListener("beforetoggle", handleToggle);
  }, [isLoading]);
  return (
    <div ref={sectionRef} style={isReserved ? { minHeight: TITLE + ALL_ROWS_MAX } : undefined}>
      <MemberList />
    </div>
  );
}

const OPTIONS = APPEARANCES.map((value) => ({ value, label: APPEARANCE_WORDS[value] }));

function AppearanceChoice() {
  const [appearance, setAppearance] = useState(currentAppearance);
  return (
    <SegmentedControl
      legend={layoutText.appearance}
      options={OPTIONS}
      value={appearance}
      onChange={(chosen) => {
        chooseAppearance(chosen);
        setAppearance(chosen);
      }}
    />
  );
}

interface UserMenuContentProps {
  readonly onEditProfile: () => void;
  /** Called instead of signing out if the user has unsent answers. */
  readonly onAskToSignOut: () => void;
  readonly onLeave: () => void;
}

export function UserMenuContent({ onEditProfile, onAskToSignOut, onLeave }: UserMenuContentProps) {
  const user = useUser();
  const isShared = useConnection() !== null;
  const items: readonly (readonly [href: string, Icon: FC, name: string, isShown?: boolean])[] = [
    [PAGES.absences, CalendarX2, absencesText.title],
    [PAGES.repertoire, ListMusic, repertoireText.title],
    [PAGES.agenda, CalendarPlus, agendaText.title, isShared],
    [PAGES.notifications, Bell, notificationsText.title, isShared],
    [PAGES.users, Users, usersText.manage, may(user, "user.promote")],
    [PAGES.services, Music, servicesText.title, may(user, "service.manage")],
    [PAGES.administration, Settings, administrationText.title, may(user, "team.invite")],
    [PAGES.groupChoice, ArrowRightLeft, layoutText.changeGroup],
  ];
  return (
    <>
      <Identity />
      <Section>
        <button type="button" className="menu-item" onClick={onEditProfile}>
          <UserPen />
          {profileText.title}
        </button>
        {items.map(([href, Icon, name, isShown = true]) =>
          isShown ? (
            <Link key={href} href={href} className="menu-item" onClick={onLeave}>
              <Icon />
              {name}
            </Link>
          ) : null,
        )}
      </Section>
      {may(user, "user.delete") ? (
        <Section>
          <MemberSection />
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

/**
 * Asks before signing out a user who has unsent answers. The answers stay stored, and are sent when this user signs in
 * again.
 */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const unsent = useConnection()?.unsent ?? 0;
  const { signOut } = useSession();
  const [isPending, startTransition] = useTransition();
  const stayRef = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      title={signOutText.question}
      initialFocusRef={stayRef}
      onClose={onClose}
      actions={
        <>
          <Button ref={stayRef} onClick={onClose}>
            {signOutText.stay}
          </Button>
          <Button variant="primary" isPending={isPending} onClick={() => startTransition(signOut)}>
            {unsent > 0 ? signOutText.leaveAnyway : layoutText.signOut}
          </Button>
        </>
      }
    >
      <p aria-live="polite">{unsent > 0 ? unsentConsequence(unsent) : signOutText.allSent}</p>
    </Dialog>
  );
}
