import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

export interface FieldTexts {
  readonly label: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
}

interface FieldFrameProps extends FieldTexts {
  readonly ids: FieldIds;
  readonly children: ReactNode;
}

interface FieldIds {
  readonly control: string;
  readonly hint: string;
  readonly error: string;
}

/** Class of a text control; `aria-invalid` gives it the error style. */
export const CONTROL_CLASS = "control";

/** The ids of a field's elements, and the attributes that connect its control with hint and error. */
export function useField({ error, hint }: Pick<FieldTexts, "error" | "hint">, givenId?: string) {
  const ownId = useId();
  const control = givenId ?? ownId;
  const ids: FieldIds = { control, hint: `${control}-hint`, error: `${control}-error` };
  const described = [hint ? ids.hint : "", error ? ids.error : ""].filter(Boolean).join(" ");
  return {
    ids,
    controlProps: {
      id: ids.control,
      "aria-describedby": described || undefined,
      // Absent without an error: `false` would override the `aria-invalid` of a form with one message for several fields.
      ...(error ? { "aria-invalid": true } : {}),
    },
  } as const;
}

export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex gap-1.5 text-small font-semibold text-missing">
      <CircleAlert className="mt-[2.5px] size-[15px]" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

export function FieldFrame({ label, error, hint, ids, children }: FieldFrameProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={ids.control} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={ids.hint} className="mt-1.5 text-small text-ink-3">
          {hint}
        </p>
      ) : null}
      {error ? <FieldError id={ids.error}>{error}</FieldError> : null}
    </div>
  );
}
