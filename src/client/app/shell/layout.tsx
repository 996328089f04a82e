import { ChevronDown, Users } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { fullName } from "#domain/people/people.ts";
import { layoutText, versionLine } from "#text/shell/layout.ts";
import { RefusalSentence } from "../../answering/refusal-sentence.tsx";
import { Avatar } from "../../music/avatars/avatar.tsx";
import { Fork, Wordmark } from "../../music/brand/fork.tsx";
import { PAGES } from "../../pages.ts";
import { usePeopleProblem, usePeopleStore } from "../../people/people-hooks.ts";
import { useConnection, useSelectedGroup } from "../../planning/planning-hooks.ts";
import { useSession, useUser } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { closePopover, Popover } from "../../ui/overlays/popover.tsx";
import { laterPart, lazyPart } from "../../ui/page/lazy-part.tsx";
import { useIsAtLeast } from "../../ui/page/page-width.ts";
import { Skeleton } from "../../ui/surfaces/skeleton.tsx";

/** The version in package.json, as in `GET /api/config`. The build inserts it. */
declare const DIAPASON_VERSION: string;

// Parts for a shared planning only. If they cannot be loaded, the page works without them.
const TeamNotices = laterPart(async () => (await import("./team-notices.tsx")).TeamNotices);
const SyncState = laterPart(async () => (await import("./team-notices.tsx")).SyncState);

const UserMenuContent = lazyPart(
  async () => (await import("../menu/user-menu-content.tsx")).UserMenuContent,
  () => <Skeleton className="m-3 h-72 rounded-small" />,
);
const SignOutDialog = lazyPart(async () => (await import("../menu/user-menu-content.tsx")).SignOutDialog);
const ProfileDialog = lazyPart(async () => (await import("../../features/profile/profile-dialog.tsx")).ProfileDialog);

const MENU_ID = "user-menu";

function closeMenu(): void {
  closePopover(MENU_ID);
}

/** The menu of the signed-in user in the header. Its content is loaded when the pointer or the focus first reaches it. */
function UserMenu() {
  const user = useUser();
  const [isContentNeeded, setIsContentNeeded] = useState(false);
  const [openedDialog, setOpenedDialog] = useState<"profile" | "sign-out" | null>(null);

  function handleReach(): void {
    setIsContentNeeded(true);
  }

  function open(dialog: "profile" | "sign-out"): void {
    // Close the menu first, which focuses its button: the dialog gives the focus back to this button when it closes.
    closeMenu();
    setOpenedDialog(dialog);
  }

  function handleClose(): void {
    setOpenedDialog(null);
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
        {isContentNeeded ? (
          <UserMenuContent
            onEditProfile={() => open("profile")}
            onAskToSignOut={() => open("sign-out")}
            onLeave={closeMenu}
          />
        ) : null}
      </Popover>
      {openedDialog === "profile" ? <ProfileDialog onClose={handleClose} /> : null}
      {openedDialog === "sign-out" ? <SignOutDialog onClose={handleClose} /> : null}
    </>
  );
}

/** Shown under the header if the list of users could not be loaded. */
function LoadFailureStrip() {
  const problem = usePeopleProblem();
  // The offline strip already shows this problem, and the list is reloaded automatically.
  const isShownElsewhere = useConnection()?.status === "offline" && problem === "server.unreachable";
  const reload = usePeopleStore().reload;
  const { check } = useSession();
  useEffect(() => {
    // This refusal may be the first sign that the session has ended.
    if (problem === "session.required") void check();
  }, [problem, check]);
  return (
    <div aria-live="polite">
      {problem === null || isShownElsewhere ? null : (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-unanswered-soft px-4 py-1.5 text-small text-unanswered lg:px-6"
        >
          <RefusalSentence code={problem} />
          <Button size="small" onClick={() => void reload()}>
            {layoutText.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/** On small screens, its links (`data-yields`) make room for a toast. */
function Header({ state }: { readonly state: ReactNode }) {
  const group = useSelectedGroup();
  return (
    <header className="page-header">
      <Link
        href={PAGES.home}
        aria-label={layoutText.home}
        data-yields
        className="-mx-2 flex min-h-11 flex-none items-center rounded-small px-2"
      >
        <span className="md:hidden">
          <Fork />
        </span>
        <span className="max-md:hidden">
          <Wordmark />
        </span>
      </Link>
      {group ? (
        <Link href={PAGES.group} data-yields className="ml-1 flex min-h-11 min-w-0 items-center rounded-full">
          <span className="header-group">
            <Users className="size-4" />
            <span className="truncate">{group.name}</span>
          </span>
        </Link>
      ) : null}
      <div className="ml-auto flex flex-none items-center gap-4">
        {state}
        <UserMenu />
      </div>
    </header>
  );
}

/** Header, notices and footer around each screen of a signed-in user. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const isShared = useConnection() !== null;
  // Only a wide header has room for the state of the synchronisation; otherwise the footer shows it.
  const isWide = useIsAtLeast("wide");
  const state = isShared ? <SyncState /> : null;
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <a href="#content" className="skip-link">
        {layoutText.skipToContent}
      </a>
      <Header state={isWide ? state : null} />
      <div className="contents print:hidden">
        <LoadFailureStrip />
        {isShared ? <TeamNotices /> : null}
      </div>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1440px] grow px-3 py-4 outline-none lg:px-6">
        {children}
      </main>
      <footer className="print:hidden mx-auto flex w-full max-w-[1440px] flex-wrap gap-x-3.5 px-3 py-4 text-tiny text-ink-3 lg:px-6">
        <span>{layoutText.product}</span>
        <span aria-hidden="true">·</span>
        <span>{layoutText.slogan}</span>
        <span aria-hidden="true" className="max-sm:hidden">
          ·
        </span>
        <span>{versionLine(DIAPASON_VERSION)}</span>
        {isWide ? null : <span className="ml-auto">{state}</span>}
      </footer>
    </div>
  );
}
