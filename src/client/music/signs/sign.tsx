import type { ReactNode } from "react";

export interface SignProps {
  /** In pixels; every sign is drawn on a grid of 16. */
  readonly size?: number | undefined;
  /** Accessible name, where no text is beside it. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** SVG frame of a sign, in the colour of the surrounding text. */
export function Sign({ size = 16, label, className = "", children }: SignProps & { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={`flex-none ${className}`}
      fill="currentColor"
      fillRule="evenodd"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      {children}
    </svg>
  );
}
