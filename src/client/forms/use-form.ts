import { type ChangeEvent, type SubmitEvent, useEffect, useRef } from "react";
import { sentenceOf } from "#text/errors/errors.ts";
import { type Outcome, useAction } from "./use-action.tsx";

interface FormOptions<Field extends string> {
  /** Current text of each field. */
  readonly texts: Readonly<Record<Field, string>>;
  readonly onType: (field: Field, text: string) => void;
  /** Checks and sends what is typed. `way`: what `act` was called with, where a form has several buttons. */
  readonly send: (way?: string) => Promise<Outcome>;
  /** Whether typing hides the message of a problem. */
  readonly clearsOnType?: boolean;
}

/**
 * A form with text fields: their props, the outcome of sending it, and the focus on the field to correct. A form with several
 * fields has one message for all missing values. The only field of a form takes the focus after any failure.
 */
export function useForm<Field extends string>({ texts, onType, send, clearsOnType = false }: FormOptions<Field>) {
  const formRef = useRef<HTMLFormElement>(null);
  /** A ref, because a second press may come before the next render. */
  const isSending = useRef(false);
  const {
    outcome,
    act: queue,
    isPending,
    dismissProblem,
  } = useAction(async (way: string | undefined) => {
    try {
      return await send(way);
    } finally {
      isSending.current = false;
    }
  });
  function act(way?: string): void {
    if (isSending.current) return;
    isSending.current = true;
    queue(way);
  }

  const isAlone = Object.keys(texts).length === 1;
  const wrong = outcome.status === "wrong" ? outcome : null;
  const isIncomplete = !isAlone && wrong?.code === "field.required";

  useEffect(() => {
    if (outcome.status !== "wrong" && outcome.status !== "failed") return;
    if (isAlone) formRef.current?.querySelector("input")?.focus();
    else if (outcome.field !== undefined) focusField(formRef.current, outcome.field);
  }, [outcome, isAlone]);

  const errorOf = (field: string) =>
    wrong?.field === field && !isIncomplete ? (wrong.sentence ?? sentenceOf(wrong.code)) : null;

  /** Not trimmed: spaces are part of a password. */
  function passwordProps(field: Field, isEmpty = texts[field] === "") {
    return {
      name: field,
      value: texts[field],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
        onType(field, target.value);
        if (clearsOnType) dismissProblem();
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
    isPending,
    act,
    /** The message for the whole form. */
    message: isIncomplete ? ({ status: "failed", sentence: sentenceOf("field.required") } as const) : outcome,
    errorOf,
    textProps,
    passwordProps,
    /** For somebody else's e-mail address. */
    emailProps: (field: Field) => ({ ...textProps(field), ...EMAIL }),
  };
}

export const EMAIL = { type: "email", autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Whether something that is not a date was typed into this date field. Its value is empty then. */
export function isHalfTyped(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.validity.badInput;
}

/** Focuses the field with this name; in a group of checkboxes, the first one. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const fields = `input[name="${name}"], select[name="${name}"], fieldset[name="${name}"] input`;
  form?.querySelector<HTMLElement>(fields)?.focus();
}
