import type { ReactNode } from "react";

interface LegendEntryProps {
  readonly sign: ReactNode;
  readonly word: string;
  readonly className?: string;
}

/** A sign and what it means, as an item of a list. */
export function LegendEntry({ sign, word, className = "" }: LegendEntryProps) {
  return (
    <li className={`flex items-center gap-1.5 ${className}`}>
      {sign}
      {word}
    </li>
  );
}
