import { CRITICAL_ROLES, type CriticalRole } from "#domain/line-up/critical-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { SCALE_COLOURS } from "./scale-colours.ts";

interface RoleScaleProps {
  readonly state: PlayState;
  /** The critical roles that nobody present covers. */
  readonly missing: readonly CriticalRole[];
  /** Roles that are covered, but not all at once. */
  readonly tied: readonly CriticalRole[];
}

const BAR_WIDTH = 7;
const PITCH = 11;
/** Height of the first bar in pixels; each next one is `STEP` shorter, as on a xylophone. */
const HEIGHT = 18;
const STEP = 1.15;
const RADIUS = 3;
const STROKE = 1.8;
/** Room above the bars for an arc. */
const ARC_HEIGHT = 6;

interface BarProps {
  readonly index: number;
  readonly top: number;
  readonly isHollow: boolean;
  readonly className: string;
}

function Bar({ index, top, isHollow, className }: BarProps) {
  const inset = isHollow ? STROKE / 2 : 0;
  const height = HEIGHT - index * STEP;
  return (
    <rect
      x={index * PITCH + inset}
      y={top + (HEIGHT - height) / 2 + inset}
      width={BAR_WIDTH - 2 * inset}
      height={height - 2 * inset}
      rx={RADIUS - inset / 2}
      strokeWidth={STROKE}
      className={className}
    />
  );
}

/** A musical tie over the first and the last of the roles that only one person could fill. */
function Arc({ tied }: { readonly tied: readonly CriticalRole[] }) {
  const places = tied.map((role) => CRITICAL_ROLES.indexOf(role));
  const [from, to] = [Math.min(...places), Math.max(...places)].map((place) => place * PITCH + BAR_WIDTH / 2);
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
 * The scale: one bar per critical role, always in the same order; full means covered, hollow means nobody. Covered bars
 * are coloured only when all roles can be played, so that missing ones stand out. Decorative: text beside it says the
 * same.
 */
export function RoleScale({ state, missing, tied }: RoleScaleProps) {
  const width = (CRITICAL_ROLES.length - 1) * PITCH + BAR_WIDTH;
  const top = tied.length > 0 ? ARC_HEIGHT : 0;
  const { hollow, full, tie } = SCALE_COLOURS[state];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${HEIGHT + top}`}
      width={width}
      height={HEIGHT + top}
      className="flex-none"
    >
      {tied.length > 0 ? <Arc tied={tied} /> : null}
      {CRITICAL_ROLES.map((role, index) => {
        const isHollow = missing.includes(role);
        const filled = tied.includes(role) ? tie : full;
        return <Bar key={role} index={index} top={top} isHollow={isHollow} className={isHollow ? hollow : filled} />;
      })}
    </svg>
  );
}
