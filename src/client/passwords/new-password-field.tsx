import { type ComponentProps, useEffect, useState } from "react";
import { accountText } from "#text/accounts.ts";
import { PASSWORD_STRENGTH_WORDS } from "#text/passwords.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { type PasswordStrength, passwordStrength } from "./password-strength.ts";

interface NewPasswordFieldProps extends Omit<
  ComponentProps<typeof PasswordField>,
  "hint" | "value" | "showLabel" | "hideLabel" | "autoComplete"
> {
  readonly value: string;
  /** What is known of the person: parts of it make a password easy to guess. */
  readonly known?: readonly string[];
}

/** Below it there is nothing to say but that it is too short (specification §9). */
const SHORTEST = 6;
/** Somebody who still types is not told of each letter. */
const PAUSE_MS = 1000;
const LEVELS: readonly PasswordStrength[] = ["weak", "fair", "strong"];

/** A password that is chosen now: says how well it would protect, and refuses nothing. */
export function NewPasswordField({ value, known, ...rest }: NewPasswordFieldProps) {
  const strength = value.length < SHORTEST ? null : passwordStrength(value, known);
  return (
    <div>
      <PasswordField
        {...rest}
        value={value}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        autoComplete="new-password"
        hint={strength === null ? accountText.passwordHint : <StrengthHint strength={strength} />}
      />
      <StrengthAnnouncement strength={strength} />
    </div>
  );
}

/** As many bars as the word says, on one line: nothing moves while somebody types. */
function StrengthHint({ strength }: { readonly strength: PasswordStrength }) {
  const level = LEVELS.indexOf(strength);
  return (
    <span className={`flex items-center gap-2 ${strength === "strong" ? "text-ok" : "text-ink-2"}`}>
      <span aria-hidden="true" className="flex gap-0.5">
        {LEVELS.map((name, index) => (
          <span
            key={name}
            className={`h-1.5 w-3.5 rounded-full border border-current ${index <= level ? "bg-current" : ""}`}
          />
        ))}
      </span>
      {PASSWORD_STRENGTH_WORDS[strength]}
    </span>
  );
}

function StrengthAnnouncement({ strength }: { readonly strength: PasswordStrength | null }) {
  const [announced, setAnnounced] = useState<PasswordStrength | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(strength), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [strength]);
  return (
    <span aria-live="polite" className="sr-only">
      {announced === null ? null : PASSWORD_STRENGTH_WORDS[announced]}
    </span>
  );
}
