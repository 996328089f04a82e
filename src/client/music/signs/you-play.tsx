import type { ReactNode } from "react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { playedRoles, YOU_PLAY } from "#text/phrases/availability.ts";

interface YouPlayProps {
  /** The words before the roles; « Vous jouez » by default. */
  readonly who?: ReactNode;
  /** The person's roles in the line-up. If there are none, nothing is shown. */
  readonly roles: readonly BandRole[];
  /** For small places: a small bar, and « Vous jouez » is read by screen readers only. */
  readonly isShort?: boolean;
  readonly className?: string;
}

/** « Vous jouez : Batterie », with the bar of the scale before it. */
export function YouPlay({ who, roles, isShort = false, className = "" }: YouPlayProps) {
  if (roles.length === 0) return null;
  const height = isShort ? 11 : 16;
  return (
    <span className={`flex items-center gap-1.5 ${className}`}>
      <svg aria-hidden="true" viewBox="0 0 8 16" width={height / 2} height={height} className="flex-none fill-ok">
        <rect width="8" height="16" rx="3.2" />
      </svg>
      <span className="min-w-0">
        {who ?? <span className={isShort ? "sr-only" : ""}>{YOU_PLAY}</span>}
        <strong className="font-semibold">{playedRoles(roles)}</strong>
      </span>
    </span>
  );
}
