import { SCALE_COLOURS } from "#client/music/scale/role-scale.tsx";
import { STATE_COLOURS } from "#client/music/signs/event-sign.tsx";
import { type BandRole, hasSeveral, missingPlaces, placesOf } from "#domain/line-up/band-roles.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import { placeNames } from "#text/phrases/places.ts";

/** Roles whose bars an arc joins: one person fills all of them, or too few people share them. */
export interface Tie {
  readonly roles: readonly BandRole[];
  /** The name above the arc; `null` if several people share the roles. */
  readonly holder: string | null;
}

const NONE = [] as const;

export interface ScaleMarks {
  readonly missing?: readonly BandRole[];
  readonly ties?: readonly Tie[];
  /** Roles that depend on one person: their bars are split in the middle. */
  readonly split?: readonly BandRole[];
}

interface PlayScaleProps extends ScaleMarks {
  /** The roles that the event needs, in the fixed order of all roles ("scale"). */
  readonly roles: readonly BandRole[];
  readonly state: PlayState;
}

/** More letters do not fit side by side: names are then vertical. Seven roles (specification) of eight letters fit. */
const MOST_LETTERS = 56;
/** Sizes in pixels. */
const WIDTH = 24;
const HEIGHT = 60;
/** Each bar is shorter than the one before it by `STEP`, or by less if there are many: none is below `LEAST_HEIGHT`. */
const LEAST_HEIGHT = 39.6;
const STEP = 3.4;
const RADIUS = 6;
const STROKE = 2.2;
const HOLE_INSET = 7.5;
const HOLE_RADIUS = 2;
const SPLIT = 5;

interface BarProps {
  readonly height: number;
  readonly isHollow: boolean;
  readonly isSplit: boolean;
  readonly className: string;
}

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

interface TieProps {
  readonly scale: readonly BandRole[];
  readonly tie: Tie;
  readonly className: string;
}

/** An arc from the middle of the first tied bar to the middle of the last one, with the holder's name above. */
function TieMark({ scale, tie: { roles, holder }, className }: TieProps) {
  const indexes = roles.map((role) => scale.indexOf(role));
  // Fractions of the scale's width.
  const from = (Math.min(...indexes) + 0.5) / scale.length;
  const span = (Math.max(...indexes) - Math.min(...indexes)) / scale.length;
  return (
    <g>
      <text
        x={`${(from + span / 2) * 100}%`}
        y="14"
        textAnchor="middle"
        className={`fill-current text-small font-semibold ${className}`}
      >
        {holder}
      </text>
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
    </g>
  );
}

/**
 * A bar for each required role with its name: a full bar is covered, a hollow bar is missing. Arcs show the
 * `ties`. Hidden from screen readers, because the sentence below says the same.
 */
export function PlayScale({ roles, state, missing = NONE, ties = NONE, split = NONE }: PlayScaleProps) {
  if (roles.length === 0) return null;
  const columns = { gridTemplateColumns: `repeat(${roles.length}, minmax(0, 1fr))` };
  const step = Math.min(STEP, (HEIGHT - LEAST_HEIGHT) / (roles.length - 1));
  const isVertical = roles.length * Math.max(...roles.map(({ length }) => length)) > MOST_LETTERS;
  const barClass = SCALE_COLOURS[state];
  const tied = new Set(ties.flatMap((tie) => tie.roles));
  const colour = STATE_COLOURS[state];
  const names = placeNames(roles);
  const hollowBars = missingPlaces(roles, missing);
  const splitBars = missingPlaces(roles, split);
  return (
    <div aria-hidden="true" className="@container mt-3">
      {ties.length === 0 ? null : (
        <svg width="100%" height="44" overflow="visible" className="-mb-1 block">
          {ties.map((tie) => (
            <TieMark key={tie.roles.join(" ")} scale={roles} tie={tie} className={colour} />
          ))}
        </svg>
      )}
      <div className="grid h-15 items-center justify-items-center" style={columns}>
        {roles.map((role, index) => {
          const isHollow = hollowBars[index] === true;
          const filled = tied.has(role) ? barClass.tie : barClass.full;
          return (
            <Bar
              key={names[index]}
              height={HEIGHT - index * step}
              isHollow={isHollow}
              isSplit={splitBars[index] === true}
              className={isHollow ? barClass.hollow : filled}
            />
          );
        })}
      </div>
      <div
        className="mt-1 grid justify-items-center text-center text-[min(11.5px,4.2cqw)]/4 font-semibold text-ink-2 sm:text-[min(0.78125rem,4.2cqw)]/4"
        style={columns}
      >
        {[...new Set(roles)].map((role) => {
          const count = placesOf(roles, role);
          const isMarked = missing.includes(role) || (tied.has(role) && state === "not_together");
          const mark = isMarked ? `font-bold ${colour}` : "";
          return (
            <span
              key={role}
              style={{ gridColumn: `span ${count}` }}
              className={`relative justify-items-center ${count > 1 ? "grid w-full" : ""} ${hasSeveral(roles) ? "pt-1.5" : ""} ${mark}`}
            >
              {count > 1 ? (
                <span className="absolute top-0 h-1 w-4/5 rounded-b-sm border-x border-b border-current" />
              ) : null}
              <span className={isVertical ? "inline-block rotate-180 [writing-mode:vertical-rl]" : ""}>{role}</span>
            </span>
          );
        })}
      </div>
    </div>
  );
}
