import { CRITICAL_ROLES, type CriticalRole } from "#domain/critical-roles.ts";

interface RoleScaleProps {
  /** The critical roles that nobody present covers. */
  readonly missing: readonly CriticalRole[];
  readonly size?: "small" | "large" | undefined;
}

interface ScaleShape {
  readonly barWidth: number;
  readonly pitch: number;
  /** Of the first bar; each next one is `step` shorter, like a xylophone. */
  readonly height: number;
  readonly step: number;
  readonly radius: number;
  readonly stroke: number;
  /** Radius of the two holes by which a bar is tied, where it is large enough to show them. */
  readonly hole: number;
}

const SMALL: ScaleShape = { barWidth: 7, pitch: 11, height: 18, step: 1.15, radius: 3, stroke: 1.8, hole: 0 };
const LARGE: ScaleShape = { barWidth: 24, pitch: 65, height: 60, step: 3.4, radius: 6, stroke: 2.2, hole: 2 };

/** From the end of a bar to the middle of its hole. */
const HOLE_INSET = 7.5;

function Bar({
  shape,
  index,
  isMissing,
}: {
  readonly shape: ScaleShape;
  readonly index: number;
  readonly isMissing: boolean;
}) {
  const inset = isMissing ? shape.stroke / 2 : 0;
  const height = shape.height - index * shape.step;
  const left = index * shape.pitch;
  const top = (shape.height - height) / 2;
  return (
    <>
      <rect
        x={left + inset}
        y={top + inset}
        width={shape.barWidth - 2 * inset}
        height={height - 2 * inset}
        rx={shape.radius - inset / 2}
        className={isMissing ? "fill-none stroke-missing" : "fill-current"}
        strokeWidth={shape.stroke}
      />
      {shape.hole > 0 && !isMissing ? (
        <g className="fill-surface">
          <circle cx={left + shape.barWidth / 2} cy={top + HOLE_INSET} r={shape.hole} />
          <circle cx={left + shape.barWidth / 2} cy={top + height - HOLE_INSET} r={shape.hole} />
        </g>
      ) : null}
    </>
  );
}

/**
 * The scale: seven bars, one per critical role, always in their order; full is covered, hollow is nobody. Covered bars
 * are coloured only when all are, so that the eye goes to what is missing. Decorative: words beside it say the same.
 */
export function RoleScale({ missing, size = "small" }: RoleScaleProps) {
  const shape = size === "small" ? SMALL : LARGE;
  const width = (CRITICAL_ROLES.length - 1) * shape.pitch + shape.barWidth;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${shape.height}`}
      {...(size === "small" ? { width, height: shape.height } : { width: "100%" })}
      className={`flex-none ${missing.length === 0 ? "text-ok" : "text-ink-3/75"}`}
    >
      {CRITICAL_ROLES.map((role, index) => (
        <Bar key={role} shape={shape} index={index} isMissing={missing.includes(role)} />
      ))}
    </svg>
  );
}
