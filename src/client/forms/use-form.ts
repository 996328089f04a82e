import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from "react";
import { sentenceOf } from "#text/errors/errors.ts";
import { type Outcome, useAction } from "./use-action.tsx";

interface FormOptions<Field extends string> {
  /** Current text of each field. */
  readonly texts: Readonly<Record<Field, string>>;
  readonly onType: (field: Field, text: string) => void;
  /** Checks and sends the texts. `button`: the argument of `act`, in a form with several buttons. */
  readonly send: (button?: string) => Promise<Outcome>;
  /** Whether typing hides an error message. */
  readonly clearsOnType?: boolean;
}

/**
 * A form with text fields: the props of its fields, the outcome of sending it, and the focus on the field to correct. Several
 * missing values have one message for the whole form. A form's only field gets the focus after any failure.
 */
export function useForm<Field extends string>({ texts, onType, send, clearsOnType = false }: FormOptions<Field>) {
  const formRef = useRef<HTMLFormElement>(null);
  /** A ref, because a second press may come before the next render. */
  const isSendingRef = useRef(false);
  const sending = useAction(async (button: string | undefined) => {
    try {
      return await send(button);
    } finally {
      isSendingRef.current = false;
    }
  });
  function act(button?: string): void {
    if (isSendingRef.current) return;
    isSendingRef.current = true;
    sending.act(button);
  }

  const { outcome } = sending;
  const hasOneField = Object.keys(texts).length === 1;
  const wrong = outcome.status === "wrong" ? outcome : null;
  const isIncomplete = !hasOneField && wrong?.code === "field.required";

  useEffect(() => {
    if (outcome.status !== "wrong" && outcome.status !== "failed") return;
    if (hasOneField) formRef.current?.querySelector("input")?.focus();
    else if (outcome.field !== undefined) focusField(formRef.current, outcome.field);
  }, [outcome, hasOneField]);

  const errorOf = (field: string) =>
    wrong?.field === field && !isIncomplete ? (wrong.sentence ?? sentenceOf(wrong.code)) : null;

  /** A password is not trimmed to check whether it is empty: spaces belong to it. */
  function passwordProps(field: Field, isEmpty = texts[field] === "") {
    return {
      name: field,
      value: texts[field],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        onType(field, target.value);
        if (clearsOnType) sending.dismissProblem();
      },
      error: errorOf(field),
      "aria-invalid": (isIncomplete && isEmpty) || undefined,
    };
  }
  const textProps = (field: Field) => passwordProps(field, texts[field].trim() === "");

  return {
    formProps: {
      ref: formRef,
      noValidate: true,
      onSubmit(event: SubmitEvent) {
        event.preventDefault();
        act();
      },
    },
    isPending: sending.isPending,
    act,
    /** The message for the whole form. */
    message: isIncomplete ? ({ status: "failed", sentence: sentenceOf("field.required") } as const) : outcome,
    errorOf,
    textProps,
    passwordProps,
    /** For the e-mail address of another person than the user. */
    emailProps: (field: Field) => ({ ...textProps(field), ...EMAIL }),
  };
}

export const EMAIL = { type: "email", autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Whether the date in this date field is incomplete or invalid. The field's value is empty then. */
export function isHalfTyped(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
}

/** Focuses the field with this name. In a group of checkboxes, focuses the first one. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const fields = `input[name="${name}"], select[name="${name}"], fieldset[name="${name}"] input`;
  form?.querySelector<HTMLElement>(fields)?.focus();
}
