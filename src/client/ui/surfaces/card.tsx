import { type ReactNode, type Ref, useId } from "react";

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

interface TitledCardProps {
  readonly title: string;
  /** For a heading that takes the focus when the pressed button disappears. */
  readonly titleRef?: Ref<HTMLHeadingElement> | undefined;
  readonly titleClass?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function TitledCard({ title, titleRef, titleClass = "", className, children }: TitledCardProps) {
  const titleId = useId();
  return (
    <Card labelledBy={titleId} className={className}>
      <h2
        ref={titleRef}
        id={titleId}
        tabIndex={titleRef ? -1 : undefined}
        className={`font-title text-title outline-none ${titleClass}`}
      >
        {title}
      </h2>
      {children}
    </Card>
  );
}
