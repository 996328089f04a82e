import * as z from "zod/mini";
import { isLegible, isLegibleText } from "../domain/people/legible-text.ts";
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
 * A text of at most `max` characters that a person types, and that may be empty. It may have several lines, unless it
 * is `"line"`. Characters are code points: an emoji of two UTF-16 units is one.
 */
export function typedText(max: number, kind: "lines" | "line" = "lines") {
  return z
    .string()
    .check(z.overwrite((text) => text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", " ").trim()))
    .check(
      z.refine((text) => Array.from(text.slice(0, 2 * max + 1)).length <= max, {
        error: "field.too_long",
        abort: true,
      }),
    )
    .check(z.refine((text) => isLegibleText(text) && (kind === "lines" || !text.includes("\n")), "text.illegible"));
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
