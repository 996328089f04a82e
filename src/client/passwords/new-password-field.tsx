import { type ComponentProps, useEffect, useState } from "react";
import { accountText } from "#text/accounts/accounts.ts";
import { PASSWORD_STRENGTH_WORDS } from "#text/accounts/passwords.ts";
import { PasswordField } from "../ui/fields/password-field.tsx";
import { type PasswordStrength, passwordStrength } from "./password-strength.ts";

interface NewPasswordFieldProps extends Omit<
  ComponentProps<typeof PasswordField>,
  "hint" | "value" | "showLabel" | "hideLabel" | "autoComplete"
> {
  readonly value: string;
  /** Facts about the person: passwords that contain them are easier to guess. */
  readonly known?: readonly string[];
}

/** Shorter passwords are refused anyway, so their strength is not shown (specification §9). */
const SHORTEST = 6;
/** Wait for a pause in typing before announcing the strength. */
const PAUSE_MS = 1000;
const LEVELS: readonly PasswordStrength[] = ["weak", "fair", "strong"];

/** A field for a new password that shows how strong it is, and refuses nothing. */
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

/** One line of bars and a word, so that nothing moves while somebody types. */
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
