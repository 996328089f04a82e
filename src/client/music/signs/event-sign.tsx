import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { LIST_STATE_WORDS, missingSentence } from "#text/phrases/availability.ts";
import { Sign, type SignProps } from "./answer-sign.tsx";

/** SVG paths: a disc with a check, a triangle with « ! », and an octagon with a bar. The marks are cut out. */
const FULL_SHAPES: Readonly<Record<"complete" | "roles_to_fill" | "out_of_reach", string>> = {
  complete:
    "M8 .8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 0 1 0-14.4ZM5.57 7.530L7.07 9.020L10.5 5.260A.95 .95 0 0 1 11.9 6.540L7.8 11.040A.95 .95 0 0 1 6.43 11.070L4.23 8.870A.95 .95 0 0 1 5.57 7.530Z",
  roles_to_fill:
    "M6.55 1.900a1.67 1.67 0 0 1 2.9 0l5.8 10.300a1.67 1.67 0 0 1-1.45 2.500H2.200a1.67 1.67 0 0 1-1.45-2.500ZM8 5.100a.95 .95 0 0 0-.95 .950v2.800a.95 .95 0 0 0 1.9 0v-2.800A.95 .95 0 0 0 8 5.100ZM8 10.800a1.1 1.1 0 1 0 0 2.200a1.1 1.1 0 0 0 0-2.200Z",
  out_of_reach: "M5 .8h6L15.2 5v6L11 15.200H5L.8 11V5ZM4.700 7a1 1 0 0 0 0 2h6.600a1 1 0 0 0 0-2Z",
};

export const STATE_COLOURS: Readonly<Record<PlayState, string>> = {
  complete: "text-ok",
  fragile: "text-fragile",
  not_together: "text-tied",
  roles_to_fill: "text-missing",
  out_of_reach: "text-out",
};

function Shape({ state }: { readonly state: PlayState }) {
  if (state === "fragile") {
    return (
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="8" cy="8" r="6.4" strokeWidth="1.7" strokeDasharray="3.35 1.68" strokeLinecap="butt" />
        <path d="M5.200 8.200l2 2l3.700-4.200" strokeWidth="1.7" />
      </g>
    );
  }
  if (state === "not_together") {
    return (
      <>
        <circle cx="3.500" cy="11.400" r="2.900" />
        <circle cx="12.500" cy="11.400" r="2.900" />
        <path
          d="M2.600 6.300a5.600 4.200 0 0 1 10.800 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.9"
          strokeLinecap="round"
        />
      </>
    );
  }
  return <path d={FULL_SHAPES[state]} />;
}

/** The sign for the state of an event: whether it can be played. It needs text beside it, or an accessible name. */
export function EventSign({
  state,
  className = STATE_COLOURS[state],
  ...rest
}: SignProps & { readonly state: PlayState }) {
  return (
    <Sign {...rest} className={className}>
      <Shape state={state} />
    </Sign>
  );
}

/** The state as calendar and lists show it. `fragile` (a role depends on a single person) counts as complete there. */
export function listState(state: PlayState): PlayState {
  return state === "fragile" ? "complete" : state;
}

interface ListSignProps {
  readonly state: PlayState;
  readonly size: number;
}

/** The sign of an event in calendar and lists. */
export function ListSign({ state, size }: ListSignProps) {
  return <EventSign state={listState(state)} label={LIST_STATE_WORDS[state]} size={size} />;
}

interface PlayBadgeProps {
  readonly state: PlayState;
  /** The required roles without enough people, each as often as people are missing. */
  readonly missing: readonly BandRole[];
  readonly required: readonly BandRole[];
}

const BADGE_COLOURS: Readonly<Record<PlayState, string>> = {
  complete: "bg-ok-soft text-ok",
  fragile: "bg-ok-soft text-ok",
  not_together: "bg-tied-soft text-tied",
  roles_to_fill: "bg-missing-soft text-missing",
  out_of_reach: "bg-missing-soft text-missing",
};

/**
 * The missing roles of an event, « Manque : Batterie, Bass » (specification §2). If none is missing, its state in a word, where
 * `fragile` counts as complete.
 */
export function PlayBadge({ state, missing, required }: PlayBadgeProps) {
  const sign = missing.length > 0 ? "roles_to_fill" : listState(state);
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        className={`inline-flex min-h-[26px] items-start gap-[7px] rounded-[13px] py-1 pr-[11px] pl-[7px] text-badge ${BADGE_COLOURS[state]}`}
      >
        <EventSign state={sign} className="mt-px" />
        <span className="min-w-0 wrap-anywhere">
          {missing.length === 0 ? LIST_STATE_WORDS[state] : missingSentence(missing, required)}
        </span>
      </span>
      {/* The badge names the missing roles; this sign adds that nobody is left who could fill them. */}
      {state === "out_of_reach" ? <EventSign state={state} label={LIST_STATE_WORDS[state]} /> : null}
    </span>
  );
}
