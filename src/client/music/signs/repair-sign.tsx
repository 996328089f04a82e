import { useId } from "react";
import { LINE_UP_TO_REPAIR } from "#text/phrases/availability.ts";
import { Sign, type SignProps } from "./answer-sign.tsx";

const ARROWS = "M4.3 6.1h7.2M9.6 4.1l2 2l-2 2M11.7 10.2H4.5M6.4 8.2l-2 2l2 2";

/** The sign of a line-up that needs a repair: a disc with two opposite arrows cut out. */
export function RepairSign({ className = "text-tied", ...rest }: SignProps) {
  const maskId = useId();
  return (
    <Sign {...rest} className={className}>
      <mask id={maskId}>
        <rect width="16" height="16" fill="#fff" />
        <path d={ARROWS} fill="none" stroke="#000" strokeWidth="1.55" strokeLinecap="round" strokeLinejoin="round" />
      </mask>
      <circle cx="8" cy="8" r="7.2" mask={`url(#${maskId})`} />
    </Sign>
  );
}

/** The sign with its words. */
export function RepairBadge() {
  return (
    <span className="inline-flex min-h-[26px] items-start gap-[7px] rounded-[13px] bg-tied-soft py-1 pr-[11px] pl-[7px] text-badge text-tied">
      <RepairSign className="mt-px" />
      <span className="min-w-0">{LINE_UP_TO_REPAIR}</span>
    </span>
  );
}
