import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";

interface Refused {
  readonly code: string;
  /** The error code of each field of the call, by its path (`people.3.email`). */
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
}

/** The form field to which a code belongs. A refusal with one of these codes has no `fieldErrors`. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  "absence.ends_before_start": "to",
  "absence.exists": "to",
  "absence.past": "to",
  "absence.too_long": "to",
  "account.wrong_old_password": "currentPassword",
  "account.wrong_own_password": "password",
  "event.end_before_start": "endTime",
  "event.end_too_late": "endTime",
  "service.exists": "name",
  "service.too_many": "name",
};

/** The error codes of a form's refused fields, in the order of `fields`. Empty if the refusal concerns none of them. */
export function refusedFields<Field extends string>(
  { code, fieldErrors = {} }: Refused,
  fields: readonly Field[],
): Partial<Record<Field, ErrorCode>> {
  const codes = new Map<string, ErrorCode>();
  const fieldOfCode = FIELD_OF_CODE[code];
  if (fieldOfCode !== undefined) codes.set(fieldOfCode, errorCodeOf(code));
  // Reversed, so that the first of several errors of a field wins.
  for (const [path, reason] of Object.entries(fieldErrors).toReversed()) {
    codes.set(path.split(".", 1)[0] ?? "", errorCodeOf(reason));
  }
  const refused = fields.filter((field) => codes.has(field)).map((field) => [field, codes.get(field)]);
  return Object.fromEntries(refused) as Partial<Record<Field, ErrorCode>>;
}

/** The first refused field; `null` if there is none. */
export function firstRefused<Field extends string>(
  refused: Refused,
  fields: readonly Field[],
): { readonly field: Field; readonly code: ErrorCode } | null {
  const codes = refusedFields(refused, fields);
  const field = fields.find((name) => codes[name] !== undefined);
  const code = field && codes[field];
  return field && code ? { field, code } : null;
}
