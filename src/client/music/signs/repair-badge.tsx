import { LINE_UP_TO_REPAIR } from "#text/phrases/availability.ts";
import { RepairSign } from "./repair-sign.tsx";

/** The badge of an event whose kept line-up is to be repaired. */
export function RepairBadge() {
  return (
    <span className="inline-flex min-h-[26px] items-start gap-[7px] rounded-[13px] bg-tied-soft py-1 pr-[11px] pl-[7px] text-badge text-tied">
      <RepairSign className="mt-px" />
      <span className="min-w-0">{LINE_UP_TO_REPAIR}</span>
    </span>
  );
}
