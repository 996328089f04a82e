import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type Ref, useState } from "react";
import { IconButton } from "../buttons/icon-button.tsx";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface PasswordFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type">, FieldTexts {
  readonly showLabel: string;
  readonly hideLabel: string;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function PasswordField({ label, error, hint, id, showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...controlProps}
          type={isShown ? "text" : "password"}
          className={`${CONTROL_CLASS} pr-12`}
        />
        <IconButton
          className="absolute inset-y-0.5 right-0.5"
          label={isShown ? hideLabel : showLabel}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setIsShown(!isShown)}
        />
      </div>
    </FieldFrame>
  );
}
