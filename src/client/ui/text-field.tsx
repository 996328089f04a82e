import type { InputHTMLAttributes, Ref } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "./field.tsx";

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField({ label, error, hint, id, className = "", ...rest }: TextFieldProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <input type="text" {...rest} {...controlProps} className={`${CONTROL_CLASS} ${className}`} />
    </FieldFrame>
  );
}
