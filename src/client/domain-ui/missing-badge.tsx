import type { CriticalRole } from "#domain/critical-roles.ts";
import { EVENT_STATE_WORDS, missingSentence } from "#text/availability.ts";
import { EventSign } from "./event-sign.tsx";

/** What an event misses, « Manque : Batterie, Bass »; « Complet » when nothing. */
export function MissingBadge({ roles }: { readonly roles: readonly CriticalRole[] }) {
  const isComplete = roles.length === 0;
  return (
    <span
      className={`inline-flex min-h-[26px] items-start gap-[7px] rounded-[13px] py-1 pr-[11px] pl-[7px] text-badge ${isComplete ? "bg-ok-soft text-ok" : "bg-missing-soft text-missing"}`}
    >
      <EventSign state={isComplete ? "complete" : "missing"} className="mt-px" />
      <span className="min-w-0">{isComplete ? EVENT_STATE_WORDS.complete : missingSentence(roles)}</span>
    </span>
  );
}
