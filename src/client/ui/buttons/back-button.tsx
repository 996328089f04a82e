import { ArrowLeft } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";

interface BackButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  readonly label: string;
  /** Shows only the arrow below 900 px. */
  readonly isCompact?: boolean;
}

export function BackButton({ label, isCompact = false, className = "", ...rest }: BackButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`-ml-2 inline-flex min-h-11 items-center gap-2.5 rounded-control px-2 text-control text-primary hover:bg-primary-soft ${className}`}
    >
      <ArrowLeft />
      <span className={isCompact ? "sr-only md:not-sr-only" : undefined}>{label}</span>
    </button>
  );
}
