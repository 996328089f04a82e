import { memo } from "react";
import { stableHash } from "../stable-hash.ts";

/** A damped sine wave, in pixels. It starts at height 0 and goes down. */
export interface Vibration {
  readonly amplitude: number;
  readonly wavelength: number;
  /** The distance in which its amplitude falls to 1/e (37 %). */
  readonly decay: number;
}

/** Bézier curves per wavelength: enough for a smooth line. */
const CURVES_PER_WAVE = 8;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The SVG path of one line from (0, 0) to (`length`, 0). Its Bézier curves match height and slope of the wave at their ends. */
export function wavePath({ amplitude, wavelength, decay }: Vibration, length: number): string {
  const frequency = (2 * Math.PI) / wavelength;
  const height = (x: number) => amplitude * Math.exp(-x / decay) * Math.sin(frequency * x);
  const slope = (x: number) =>
    amplitude * Math.exp(-x / decay) * (frequency * Math.cos(frequency * x) - Math.sin(frequency * x) / decay);
  const step = wavelength / CURVES_PER_WAVE;

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

/** A group's wave, derived from its id: the same on every device. */
export function vibrationOf(id: string): Vibration {
  const hash = stableHash(id);
  /** A byte of the hash, as a number from 0 to 1. */
  const fraction = (shift: number) => ((hash >>> shift) & 0xff) / 0xff;
  return {
    amplitude: 3.5 + 4.5 * fraction(0),
    wavelength: 14 + 20 * fraction(8),
    decay: 32 + 60 * fraction(16),
  };
}

/** Where the waves are: tall on the login screen, low on the registration screen, small in a group's row. */
type Place = { readonly place: "login" | "register" } | { readonly place: "group"; readonly groupId: string };

/** Sizes in pixels. */
interface Staff {
  readonly vibration: Vibration;
  /** The position of the first line. */
  readonly top: number;
  readonly gap: number;
  /** The length of the waves. */
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

/** Five brass lines that start as a damped wave and end as a musical staff. */
export const Waves = memo(function Waves(props: Place & { readonly className?: string }) {
  const { vibration, top, gap, length, height, width, stroke } = staffOf(props);
  // On a whole screen, a straight line continues from the end of the wave to the edge of the window.
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
        // The animation scales a line about its origin, so the line is moved by a group around it.
        <g key={line} transform={`translate(0 ${top + line * gap})`}>
          <path d={path} className={props.place === "login" ? "motion-safe:animate-vibrate" : undefined} />
        </g>
      ))}
    </svg>
  );
});
