import { type BandRole, missingPlaces } from "#domain/line-up/band-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { placeNames } from "#text/phrases/places.ts";

interface BarColours {
  readonly full: string;
  /** Of missing places; empty in states without any. */
  readonly hollow: string;
  /** Of full bars under the arc, which joins the tied roles. */
  readonly tie: string;
}

const QUIET = "fill-ink-3/75";

/** Colours of the bars. Full bars have the colour of the state only if all roles can be played at once. */
export const SCALE_COLOURS: Readonly<Record<PlayState, BarColours>> = {
  complete: { full: "fill-ok", hollow: "", tie: "fill-ok" },
  fragile: { full: "fill-fragile", hollow: "", tie: "fill-fragile" },
  not_together: { full: QUIET, hollow: "", tie: "fill-tied" },
  roles_to_fill: { full: QUIET, hollow: "fill-none stroke-missing", tie: QUIET },
  out_of_reach: { full: QUIET, hollow: "fill-none stroke-out", tie: QUIET },
};

interface RoleScaleProps {
  /** The roles that the event needs, in the scale's order. */
  readonly roles: readonly BandRole[];
  readonly state: PlayState;
  /** The required roles without enough people, each as often as people are missing. */
  readonly missing: readonly BandRole[];
  /** The roles that cannot all be filled at once. */
  readonly tied: readonly BandRole[];
}

// Measures in pixels.
/** Up to this number, bars have their full size. More bars share `WIDTH_MAX`. */
const FULL_SIZE_BARS = 7;
/** The distance from the start of a bar to the start of the next one. */
const PITCH = 11;
const WIDTH_MAX = 95;
/** The width of a bar, as a fraction of the pitch. */
const BAR = 7 / 11;
/** The height of the first bar. Each bar is shorter than the one before it, as on a xylophone. */
const HEIGHT = 18;
const HEIGHT_MIN = 11.1;
const RADIUS = 3;
const STROKE = 1.8;
/** Space above the bars for an arc. */
const ARC_HEIGHT = 6;

interface Sizes {
  readonly pitch: number;
  /** The width of a bar. */
  readonly bar: number;
  /** How much shorter each bar is than the one before it. */
  readonly step: number;
}

function sizesOf(count: number): Sizes {
  const pitch = count > FULL_SIZE_BARS ? WIDTH_MAX / count : PITCH;
  const step = (HEIGHT - HEIGHT_MIN) / (Math.max(count, FULL_SIZE_BARS) - 1);
  return { pitch, bar: pitch * BAR, step };
}

interface BarProps {
  readonly sizes: Sizes;
  readonly index: number;
  readonly top: number;
  readonly isHollow: boolean;
  readonly className: string;
}

function Bar({ sizes: { pitch, bar, step }, index, top, isHollow, className }: BarProps) {
  const inset = isHollow ? STROKE / 2 : 0;
  const height = HEIGHT - index * step;
  return (
    <rect
      x={index * pitch + inset}
      y={top + (HEIGHT - height) / 2 + inset}
      width={bar - 2 * inset}
      height={height - 2 * inset}
      rx={Math.min(RADIUS, bar / 2) - inset / 2}
      strokeWidth={STROKE}
      className={className}
    />
  );
}

/** A musical tie from the first to the last of the tied roles. */
function Arc({
  roles,
  sizes: { pitch, bar },
  tied,
}: Pick<RoleScaleProps, "roles" | "tied"> & { readonly sizes: Sizes }) {
  const indexes = tied.map((role) => roles.indexOf(role));
  const [from, to] = [Math.min(...indexes), Math.max(...indexes)].map((index) => index * pitch + bar / 2);
  return (
    <path
      d={`M${from} ${ARC_HEIGHT - 0.5}C${from} -.500 ${to} -.500 ${to} ${ARC_HEIGHT - 0.5}`}
      className="fill-none stroke-tied"
      strokeWidth={STROKE}
      strokeLinecap="round"
    />
  );
}

/**
 * The scale of an event: one bar for each place of a required role, always in the same order. Full means covered, hollow means
 * missing. Full bars are coloured only if all roles can be played. Hidden from screen readers: text beside it says the same.
 */
export function RoleScale({ roles, state, missing, tied }: RoleScaleProps) {
  if (roles.length === 0) return null;
  const sizes = sizesOf(roles.length);
  const width = (roles.length - 1) * sizes.pitch + sizes.bar;
  const top = tied.length > 0 ? ARC_HEIGHT : 0;
  const { hollow, full, tie } = SCALE_COLOURS[state];
  const isMissing = missingPlaces(roles, missing);
  const names = placeNames(roles);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${HEIGHT + top}`}
      width={width}
      height={HEIGHT + top}
      className="flex-none"
    >
      {tied.length > 0 ? <Arc roles={roles} sizes={sizes} tied={tied} /> : null}
      {roles.map((role, index) => {
        const isHollow = isMissing[index] === true;
        const filled = tied.includes(role) ? tie : full;
        return (
          <Bar
            key={names[index]}
            sizes={sizes}
            index={index}
            top={top}
            isHollow={isHollow}
            className={isHollow ? hollow : filled}
          />
        );
      })}
    </svg>
  );
}
