import type { ReactNode } from "react";
import { layoutText, versionLine } from "#text/shell/layout.ts";
import { useConnection } from "../../planning/planning-hooks.ts";
import { useIsAtLeast } from "../../ui/page/page-width.ts";
import { Header } from "./header.tsx";
import { ServerStrip } from "./server-strip.tsx";
import { SyncState, TeamNotices } from "../signed-in-screens.ts";

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
