import type { ReactNode } from "react";

interface CardProps {
  readonly as?: "article" | "aside" | "div" | "li" | "section" | undefined;
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ as: Element = "section", label, labelledBy, className = "p-5", children }: CardProps) {
  return (
    <Element
      aria-label={label}
      aria-labelledby={labelledBy}
      className={`rounded-card bg-surface shadow-1 ${className}`}
    >
      {children}
    </Element>
  );
}
