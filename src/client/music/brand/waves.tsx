import { memo } from "react";
import { type Vibration, vibrationOf, wavePath } from "./wave-path.ts";

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

const LOGIN: Staff = {
  vibration: { amplitude: 13, wavelength: 44, decay: 90 },
  top: 14,
  gap: 13,
  length: 700,
  height: 80,
  width: "100%",
  stroke: 1.4,
};
const REGISTER: Staff = {
  vibration: { amplitude: 7.7, wavelength: 30, decay: 67 },
  top: 8,
  gap: 9,
  length: 700,
  height: 52,
  width: "100%",
  stroke: 1.3,
};

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
