import { type ReactNode, useEffect } from "react";
import { layoutText, versionLine } from "#text/shell/layout.ts";
import { useConnection, useSelectedGroup } from "../../planning/planning-hooks.ts";
import { useIsAtLeast } from "../../ui/page/page-width.ts";
import { SyncState, TeamNotices } from "../signed-in-screens.tsx";
import { Users } from "lucide-react";
import { Link } from "wouter";
import { Fork, Wordmark } from "../../music/brand/fork.tsx";
import { PAGES } from "../../pages.ts";
import { UserMenu } from "../menu/user-menu.tsx";
import { RefusalSentence } from "../../answering/refusal-sentence.tsx";
import { usePeopleProblem, useReloadPeople } from "../../people/people-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";

/** Shown under the header while the user list cannot be loaded. */
function ServerStrip() {
  const problem = usePeopleProblem();
  // Then the strip of the shared planning already says so, and the list is retried automatically.
  const isShownElsewhere = useConnection()?.status === "offline" && problem === "server.unreachable";
  const reload = useReloadPeople();
  const { check } = useSession();
  useEffect(() => {
    // A refused call may be the first sign that the session is over.
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

/** `state` is shown before the user menu. */
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

/** Header, screen, footer. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const isShared = useConnection() !== null;
  // Then the header has room for more than the group and the user.
  const isWide = useIsAtLeast("wide");
  const state = isShared ? <SyncState /> : null;
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <a href="#content" className="skip-link">
        {layoutText.skipToContent}
      </a>
      <Header state={isWide ? state : null} />
      <div className="contents print:hidden">
        <ServerStrip />
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
