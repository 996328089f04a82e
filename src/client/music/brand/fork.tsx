interface ForkProps {
  /** `mark`: the logo with two small waves. `tall`: the large fork of the login screen, beside `Waves`. */
  readonly shape?: "mark" | "tall" | undefined;
  /** For the mark, it sets the height (30 px by default). */
  readonly className?: string | undefined;
}

/** The tuning fork, « diapason »: the product's logo. */
export function Fork({ shape = "mark", className }: ForkProps) {
  if (shape === "tall") {
    return (
      <svg aria-hidden="true" viewBox="0 0 49 105" width="49" height="105" className={`flex-none ${className ?? ""}`}>
        <path
          d="M4.5 4.5V36.5a20 20 0 0 0 40 0V4.5M24.5 56.5v44"
          fill="none"
          strokeLinecap="round"
          strokeWidth="9"
          className="stroke-primary"
        />
      </svg>
    );
  }
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 28 30"
      className={`w-auto flex-none ${className ?? "h-[30px]"}`}
      fill="none"
      strokeLinecap="round"
    >
      <path d="M9 4v8a5 5 0 0 0 10 0V4M14 17v9.3" className="stroke-primary" strokeWidth="3" />
      <path d="M4.5 5.5a9 9 0 0 0 0 7M23.5 5.5a9 9 0 0 1 0 7" className="stroke-brass" strokeWidth="1.7" />
    </svg>
  );
}

const PRODUCT = "Diapason";

/** The logo with the product's name. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2">
      <Fork />
      <span className="font-title text-[21px] leading-7 font-[560] tracking-[-0.012em]">{PRODUCT}</span>
    </span>
  );
}
