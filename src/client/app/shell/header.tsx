import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { layoutText } from "#text/shell/layout.ts";
import { Fork } from "../../music/brand/fork.tsx";
import { Wordmark } from "../../music/brand/wordmark.tsx";
import { useSelectedGroup } from "../../planning/planning-hooks.ts";
import { PAGES } from "../../pages.ts";
import { UserMenu } from "../menu/user-menu.tsx";

/** `state` is shown before the user menu. */
export function Header({ state }: { readonly state: ReactNode }) {
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
