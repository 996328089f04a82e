import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";

type Variant = "primary" | "secondary" | "quiet" | "danger" | "danger-outline";
type Size = "tiny" | "small" | "compact" | "normal" | "large";

interface ButtonLook {
  readonly variant?: Variant | undefined;
  readonly size?: Size | undefined;
  readonly fullWidth?: boolean | undefined;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  readonly icon?: ReactNode;
  /** While its action is running, the button keeps its focus and ignores presses. */
  readonly isPending?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

const VARIANTS: Readonly<Record<Variant, string>> = {
  primary: "border-transparent bg-primary text-on-primary hover:bg-primary-strong active:bg-primary-strong",
  secondary: "border-edge bg-surface text-ink hover:bg-sunk active:bg-sunk",
  quiet: "border-transparent text-primary hover:bg-primary-soft active:text-primary-strong",
  danger: "border-transparent bg-missing text-on-missing hover:bg-missing/88",
  "danger-outline": "border-edge bg-surface text-missing hover:bg-danger-tint",
};

const SIZES: Readonly<Record<Size, string>> = {
  tiny: "min-h-9 rounded-small px-1.5 text-tiny",
  small: "min-h-9 rounded-small px-3 text-control",
  compact: "min-h-11 rounded-control px-3.5 text-small",
  normal: "min-h-11 rounded-control px-[18px] text-control",
  large: "min-h-[50px] rounded-control px-5 text-control",
};

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = "secondary", size = "normal", fullWidth = false }: ButtonLook = {}): string {
  return `button ${VARIANTS[variant]} ${SIZES[size]}${fullWidth ? " w-full" : ""}`;
}

export function Button({
  variant,
  size,
  fullWidth,
  icon,
  isPending = false,
  type = "button",
  className = "",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Used instead of `disabled`, which would remove the focus. Enter in a form clicks its submit button, too.
    if (isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- its TypeScript type allows the three valid values only
      type={type}
      className={`${buttonClass({ variant, size, fullWidth })} ${className}`}
      aria-disabled={isPending || undefined}
      onClick={handleClick}
    >
      {icon}
      {children}
    </button>
  );
}
