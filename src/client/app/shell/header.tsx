import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { layoutText } from "#text/layout.ts";
import { Fork } from "../domain-ui/fork.tsx";
import { Wordmark } from "../domain-ui/wordmark.tsx";
import { useSelectedGroup } from "../planning/planning-hooks.ts";
import { UserMenu } from "./user-menu.tsx";

/** `state` stands before the user menu. */
export function Header({ state }: { readonly state: ReactNode }) {
  const group = useSelectedGroup();
  return (
    <header className="flex h-14 items-center gap-2 border-b border-line bg-surface px-3 md:h-15 lg:px-6">
      <Link href="/" aria-label={layoutText.home} className="flex-none rounded-small">
        <span className="md:hidden">
          <Fork />
        </span>
        <span className="max-md:hidden">
          <Wordmark />
        </span>
      </Link>
      {group ? (
        <Link href="/group" className="ml-1 flex min-h-11 min-w-0 items-center rounded-full">
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
