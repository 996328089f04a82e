import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

type Tone = "neutral" | "primary" | "danger";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone?: Tone | undefined;
  /** Shows a small tile behind the icon, for a button on top of other content. The area to press is larger. */
  readonly isTile?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

const TONES: Readonly<Record<Tone, string>> = {
  neutral: "text-ink-2 hover:bg-sunk hover:text-ink",
  primary: "text-primary hover:bg-primary-soft",
  danger:
    "text-ink-2 hover:bg-missing-soft hover:text-missing focus-visible:bg-missing-soft focus-visible:text-missing",
};

const TILES: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunk text-ink",
  primary: "bg-primary-soft text-primary",
  danger: "bg-missing-soft text-missing",
};

/** A button with only an icon. `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  tone = "neutral",
  isTile = false,
  className = "",
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button ${isTile ? "" : TONES[tone]} ${className}`}
      aria-label={label}
      title={label}
    >
      {isTile ? (
        <span className={`flex size-[30px] items-center justify-center rounded-chip ${TILES[tone]}`}>{icon}</span>
      ) : (
        icon
      )}
    </button>
  );
}
