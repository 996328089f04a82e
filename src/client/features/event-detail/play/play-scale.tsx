import { CRITICAL_ROLES, type CriticalRole } from "#domain/critical-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { SCALE_COLOURS } from "#client/domain-ui/scale-colours.ts";

/** Roles that one person, or a few, would have to hold at once. */
export interface Tie {
  readonly roles: readonly CriticalRole[];
  /** Whose name stands over the arc; `null` where it is several people's. */
  readonly holder: string | null;
}

interface PlayScaleProps {
  readonly state: PlayState;
  readonly missing: readonly CriticalRole[];
  readonly ties: readonly Tie[];
  /** Roles that a single absence would empty: their bars are split in the middle. */
  readonly split: readonly CriticalRole[];
}

const WIDTH = 24;
const HEIGHT = 60;
const STEP = 3.4;
const RADIUS = 6;
const STROKE = 2.2;
const HOLE_INSET = 7.5;
const HOLE_RADIUS = 2;
const SPLIT = 5;
const WORD_COLOURS: Readonly<Record<PlayState, string>> = {
  complete: "text-ok",
  fragile: "text-fragile",
  not_together: "text-tied",
  roles_to_fill: "text-missing",
  out_of_reach: "text-out",
};

interface BarProps {
  readonly height: number;
  readonly isHollow: boolean;
  readonly isSplit: boolean;
  readonly className: string;
}

/** A bar of the xylophone, with the two holes by which it is tied. */
function Bar({ height, isHollow, isSplit, className }: BarProps) {
  const inset = isHollow ? STROKE / 2 : 0;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} className="max-w-[70%]">
      <rect
        x={inset}
        y={inset}
        width={WIDTH - 2 * inset}
        height={height - 2 * inset}
        rx={RADIUS - inset / 2}
        strokeWidth={STROKE}
        className={className}
      />
      {isHollow ? null : (
        <g className="fill-surface">
          <circle cx={WIDTH / 2} cy={HOLE_INSET} r={HOLE_RADIUS} />
          <circle cx={WIDTH / 2} cy={height - HOLE_INSET} r={HOLE_RADIUS} />
          {isSplit ? <rect x="0" y={(height - SPLIT) / 2} width={WIDTH} height={SPLIT} /> : null}
        </g>
      )}
    </svg>
  );
}

/** An arc from the middle of the first tied bar to the middle of the last one, in sevenths of the scale's width. */
function Arc({ tie: { roles, holder }, className }: { readonly tie: Tie; readonly className: string }) {
  const places = roles.map((role) => CRITICAL_ROLES.indexOf(role));
  const from = (Math.min(...places) + 0.5) / CRITICAL_ROLES.length;
  const span = (Math.max(...places) - Math.min(...places)) / CRITICAL_ROLES.length;
  return (
    <svg
      x={`${from * 100}%`}
      y="22"
      width={`${span * 100}%`}
      height="22"
      viewBox="0 0 100 22"
      preserveAspectRatio="none"
      overflow="visible"
      className={className}
    >
      <path
        d="M0 20C0 -3 100 -3 100 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
      {holder === null ? null : <title>{holder}</title>}
    </svg>
  );
}

function HolderName({ tie: { roles, holder }, className }: { readonly tie: Tie; readonly className: string }) {
  const places = roles.map((role) => CRITICAL_ROLES.indexOf(role));
  const middle = (Math.min(...places) + Math.max(...places) + 1) / 2 / CRITICAL_ROLES.length;
  return (
    <text
      x={`${middle * 100}%`}
      y="14"
      textAnchor="middle"
      className={`fill-current text-small font-semibold ${className}`}
    >
      {holder}
    </text>
  );
}

/**
 * The scale, large, with the roles' names, and an arc over the bars that are one person's: full is covered, hollow is
 * nobody. For the eye alone: the sentence under it says it all.
 */
export function PlayScale({ state, missing, ties, split }: PlayScaleProps) {
  const { full, hollow, tie } = SCALE_COLOURS[state];
  const tied = new Set(ties.flatMap(({ roles }) => roles));
  const colour = WORD_COLOURS[state];
  return (
    <div aria-hidden="true" className="mt-3">
      {ties.length === 0 ? null : (
        <svg width="100%" height="44" overflow="visible" className="-mb-1 block">
          {ties.map((each) => (
            <g key={each.roles.join(" ")}>
              <HolderName tie={each} className={colour} />
              <Arc tie={each} className={colour} />
            </g>
          ))}
        </svg>
      )}
      <div className="grid h-15 grid-cols-7 items-center justify-items-center">
        {CRITICAL_ROLES.map((role, index) => {
          const isHollow = missing.includes(role);
          const filled = tied.has(role) ? tie : full;
          return (
            <Bar
              key={role}
              height={HEIGHT - index * STEP}
              isHollow={isHollow}
              isSplit={split.includes(role)}
              className={isHollow ? hollow : filled}
            />
          );
        })}
      </div>
      <div className="mt-1 grid grid-cols-7 text-center text-[11.5px]/4 font-semibold text-ink-2 sm:text-tiny">
        {CRITICAL_ROLES.map((role) => (
          <span
            key={role}
            className={
              missing.includes(role) || (tied.has(role) && state === "not_together") ? `font-bold ${colour}` : ""
            }
          >
            {role}
          </span>
        ))}
      </div>
    </div>
  );
}
