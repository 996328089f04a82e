import type { ComponentProps } from "react";
import { accountText } from "#text/accounts/accounts.ts";
import { PasswordField } from "../ui/fields/password-field.tsx";

interface CurrentPasswordFieldProps extends Partial<ComponentProps<typeof PasswordField>> {
  /** Tells password managers whose password it is, in a form without a field for the user. */
  readonly username?: string | undefined;
}

/** A field for an existing password. */
export function CurrentPasswordField({ username, ...rest }: CurrentPasswordFieldProps) {
  return (
    <>
      <PasswordField
        label={accountText.password}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        autoComplete="current-password"
        {...rest}
      />
      {username === undefined ? null : <input hidden readOnly autoComplete="username" value={username} />}
    </>
  );
}
