import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { LIST_STATE_WORDS, missingSentence } from "#text/phrases/availability.ts";
import { EventSign, listState } from "./event-sign.tsx";

export interface PlayBadgeProps {
  readonly state: PlayState;
  /** The required roles that too few people present cover, as often as people lack. */
  readonly missing: readonly BandRole[];
  /** The roles that the event needs. */
  readonly required: readonly BandRole[];
}

const COLOURS: Readonly<Record<PlayState, string>> = {
  complete: "bg-ok-soft text-ok",
  fragile: "bg-ok-soft text-ok",
  not_together: "bg-tied-soft text-tied",
  roles_to_fill: "bg-missing-soft text-missing",
  out_of_reach: "bg-missing-soft text-missing",
};

/**
 * What an event misses, « Manque : Batterie, Bass » (specification §2); if nothing is missing, its state in a word. A
 * line-up that depends on one person counts as complete here; the event's page shows the detail.
 */
export function PlayBadge({ state, missing, required }: PlayBadgeProps) {
  const sign = missing.length > 0 ? "roles_to_fill" : listState(state);
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        className={`inline-flex min-h-[26px] items-start gap-[7px] rounded-[13px] py-1 pr-[11px] pl-[7px] text-badge ${COLOURS[state]}`}
      >
        <EventSign state={sign} className="mt-px" />
        <span className="min-w-0 wrap-anywhere">
          {missing.length === 0 ? LIST_STATE_WORDS[state] : missingSentence(missing, required)}
        </span>
      </span>
      {state === "out_of_reach" ? <EventSign state={state} label={LIST_STATE_WORDS[state]} /> : null}
    </span>
  );
}
