import type { ComponentProps } from "react";
import { accountText } from "#text/accounts/accounts.ts";
import { PasswordField } from "../ui/fields/password-field.tsx";

interface CurrentPasswordFieldProps extends Partial<ComponentProps<typeof PasswordField>> {
  /** The user's name for password managers, in a form without a field for it. */
  readonly username?: string | undefined;
}

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
