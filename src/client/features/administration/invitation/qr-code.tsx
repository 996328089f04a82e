import { encode } from "uqr";

interface QrCodeProps {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
}

/** ISO/IEC 18004 §9.1: light modules around the symbol, which scanners need. */
const QUIET_ZONE = 4;

/** One closed square per dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

/** Dark on light in both appearances: not every scanner reads inverted codes. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[208px] overflow-hidden rounded-strip"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="white" />
      <path d={pathOf(data)} fill="black" />
    </svg>
  );
}
