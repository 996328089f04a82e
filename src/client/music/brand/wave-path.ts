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
