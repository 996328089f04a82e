import { availabilityText } from "#text/phrases/availability.ts";
import { shareInWords } from "#text/phrases/places.ts";

interface RoleSignProps {
  /** How many people cover the role. */
  readonly covered: number;
  readonly needed: number;
}

/** Whether enough people cover a role: a full or a hollow bar for each, with a word. */
export function RoleSign({ covered, needed }: RoleSignProps) {
  const isCovered = covered >= needed;
  return (
    <span
      className={`inline-flex items-center gap-2 text-small font-semibold ${isCovered ? "text-ok" : "text-missing"}`}
    >
      <svg aria-hidden="true" width={needed * PITCH - GAP} height="16" className="flex-none">
        {Array.from({ length: needed }, (_, index) =>
          index < covered ? (
            <rect key={index} x={index * PITCH} width="8" height="16" rx="3.2" fill="currentColor" />
          ) : (
            <rect
              key={index}
              x={index * PITCH + 0.9}
              y=".9"
              width="6.2"
              height="14.2"
              rx="2.4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
            />
          ),
        )}
      </svg>
      <span>
        {isCovered ? availabilityText.covered : availabilityText.uncovered}{" "}
        {isCovered || needed === 1 ? null : <span className="block text-tiny">{shareInWords(covered, needed)}</span>}
      </span>
    </span>
  );
}

const GAP = 4;
const PITCH = 8 + GAP;
