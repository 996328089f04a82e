import { useBrokenLineUps } from "#client/line-up/use-broken-line-ups.ts";
import { RepairBadge, RepairSign } from "#client/music/signs/repair-sign.tsx";
import { LINE_UP_TO_REPAIR } from "#text/phrases/availability.ts";
import { LegendEntry } from "../legend-entry.tsx";
import type { RepairableProps } from "./repairable-props.ts";

/** What `Repairable` shows to those who may repair. */
export function RepairableState({ events, as, isMissingRoles = false, children }: RepairableProps) {
  const isBroken = useBrokenLineUps(true);
  if (!events.some(isBroken)) return children;
  if (as === "entry") return <LegendEntry sign={<RepairSign size={15} />} word={LINE_UP_TO_REPAIR} />;
  if (as === "badge" && !isMissingRoles) return <RepairBadge />;
  const sign = <RepairSign label={LINE_UP_TO_REPAIR} size={as === "sign" ? 14 : 16} />;
  if (!isMissingRoles) return sign;
  return (
    <span className="inline-flex items-center gap-1.5">
      {children}
      {sign}
    </span>
  );
}
