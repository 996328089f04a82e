import * as z from "zod/mini";
import { isLegible } from "../domain/people/legible-text.ts";
import type { ErrorCode } from "./errors.ts";

/** Checks the length first: a value that is too long is not validated any further. */
function shortOf(max: number, code: ErrorCode) {
  return z.maxLength(max, { error: code, abort: true });
}

/** Text of at most `max` characters. Further checks run only if the length is right. */
export function shortText(max: number, code: ErrorCode = "field.too_long") {
  return z.string().check(shortOf(max, code));
}

/**
 * A name, or any other line that a person types: trimmed and legible. All typed lines use this rule.
 * @param blank the error code of an empty line
 */
export function typedLine(max: number, blank: ErrorCode = "field.required") {
  return z
    .string()
    .check(z.trim(), z.minLength(1, { error: blank, abort: true }), shortOf(max, "field.too_long"))
    .check(z.refine(isLegible, "text.illegible"));
}

/**
 * A list of at most `max` elements. Every list in a request uses it. The library checks the length before the elements
 * only if that is the first check, so further checks must come after it.
 */
export function listOf<Element extends z.ZodMiniType>(
  element: Element,
  max: number,
  code: ErrorCode = "field.too_long",
) {
  return z.array(element).check(shortOf(max, code));
}
