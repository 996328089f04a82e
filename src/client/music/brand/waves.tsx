import { memo } from "react";
import { stableHash } from "../stable-hash.ts";

/** A damped vibration, in pixels: starts at rest height, going down. */
export interface Vibration {
  readonly amplitude: number;
  readonly wavelength: number;
  /** Distance over which it loses about two thirds of its height. */
  readonly decay: number;
}

/** Enough points per turn for a smooth curve. */
const POINTS_A_TURN = 8;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** SVG path of one line from (0, 0) to (`length`, 0); its curves match position and slope at each point. */
export function wavePath({ amplitude, wavelength, decay }: Vibration, length: number): string {
  const turn = (2 * Math.PI) / wavelength;
  const height = (x: number) => amplitude * Math.exp(-x / decay) * Math.sin(turn * x);
  const slope = (x: number) =>
    amplitude * Math.exp(-x / decay) * (turn * Math.cos(turn * x) - Math.sin(turn * x) / decay);
  const step = wavelength / POINTS_A_TURN;

  let path = `M0 ${round(height(0))}`;
  for (let x = 0; x < length;) {
    const next = Math.min(x + step, length);
    const third = (next - x) / 3;
    const points = [
      x + third,
      height(x) + slope(x) * third,
      next - third,
      height(next) - slope(next) * third,
      next,
      height(next),
    ];
    path += `C${points.map(round).join(" ")}`;
    x = next;
  }
  return path;
}

/** A group's own vibration, derived from its id: the same on every device. */
export function vibrationOf(id: string): Vibration {
  const hash = stableHash(id);
  const share = (shift: number) => ((hash >>> shift) & 0xff) / 0xff;
  return {
    amplitude: 3.5 + 4.5 * share(0),
    wavelength: 14 + 20 * share(8),
    decay: 32 + 60 * share(16),
  };
}

/** Tall beside the login's fork, low on the registration screen, small in a group's row. */
type Place = { readonly place: "login" | "register" } | { readonly place: "group"; readonly groupId: string };

interface Staff {
  readonly vibration: Vibration;
  readonly top: number;
  readonly gap: number;
  readonly length: number;
  readonly height: number;
  readonly width: number | "100%";
  readonly stroke: number;
}

const LINES = [0, 1, 2, 3, 4] as const;

const WIDE = { length: 700, width: "100%" } as const;
const LOGIN_VIBRATION = { amplitude: 13, wavelength: 44, decay: 90 };
const REGISTER_VIBRATION = { amplitude: 7.7, wavelength: 30, decay: 67 };
const LOGIN: Staff = { ...WIDE, vibration: LOGIN_VIBRATION, top: 14, gap: 13, height: 80, stroke: 1.4 };
const REGISTER: Staff = { ...WIDE, vibration: REGISTER_VIBRATION, top: 8, gap: 9, height: 52, stroke: 1.3 };

function staffOf(props: Place): Staff {
  if (props.place === "group") {
    return { vibration: vibrationOf(props.groupId), top: 8, gap: 7, length: 72, height: 44, width: 72, stroke: 1.3 };
  }
  return props.place === "login" ? LOGIN : REGISTER;
}

/** Five brass lines that start as a damped vibration and settle into a staff. */
export const Waves = memo(function Waves(props: Place & { readonly className?: string }) {
  const { vibration, top, gap, length, height, width, stroke } = staffOf(props);
  const path = wavePath(vibration, length) + (props.place === "group" ? "" : "H3000");
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      className={`flex-none overflow-hidden fill-none stroke-brass ${props.className ?? ""}`}
      strokeWidth={stroke}
      strokeLinecap="round"
    >
      {LINES.map((line) => (
        // The lines vibrate about the origin.
        <g key={line} transform={`translate(0 ${top + line * gap})`}>
          <path d={path} className={props.place === "login" ? "motion-safe:animate-vibrate" : undefined} />
        </g>
      ))}
    </svg>
  );
});
