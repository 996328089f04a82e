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
    <header className="top-0 z-11 flex min-h-14 items-center gap-2 border-b border-line bg-surface px-3 md:min-h-15 max-md:[@media(height>=30rem)]:sticky lg:px-6">
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
          <span className="inline-flex h-8 min-w-0 items-center gap-2 rounded-full bg-primary-soft px-3 text-control text-primary transition-colors duration-120 in-[a:hover]:bg-primary-soft/70">
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
