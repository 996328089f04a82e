import * as z from "zod/mini";
import { isLegible, isLegibleText } from "../domain/people/legible-text.ts";
import type { ErrorCode } from "./errors.ts";

/** A check of the length, for texts and lists. If it fails, no further check runs. */
function shortOf(max: number, code: ErrorCode) {
  return z.maxLength(max, { error: code, abort: true });
}

/** Whether every database can store the text: some refuse U+0000 and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Storable text of at most `max` characters. Further checks run only if the length is right.
 * @param code the error code of any other text; left out: each reason has its own
 */
export function shortText(max: number, code?: ErrorCode) {
  return z.string().check(shortOf(max, code ?? "field.too_long"), z.refine(isStorable, code ?? "text.illegible"));
}

/** A text of at most `max` characters. It may hold anything, because only its hash is stored. */
export function secretText(max: number) {
  return z.string().check(shortOf(max, "field.too_long"));
}

/**
 * A name, or any other line that a person types: trimmed and legible.
 * @param blank the error code of an empty line
 * @param tooLong the error code of a line with more than `max` characters
 */
export function typedLine(max: number, blank: ErrorCode = "field.required", tooLong: ErrorCode = "field.too_long") {
  return z
    .string()
    .check(z.trim(), z.minLength(1, { error: blank, abort: true }), shortOf(max, tooLong))
    .check(z.refine(isLegible, "text.illegible"));
}

/** A `typedLine`, or an empty text. Spaces alone are refused as a mistake. */
export function emptyOrLine(max: number) {
  return z
    .string()
    .check(z.refine((line) => line === "" || line.trim() !== "", { error: "field.required", abort: true }))
    .check(z.trim(), shortOf(max, "field.too_long"))
    .check(z.refine((line) => line === "" || isLegible(line), "text.illegible"));
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

/** A text with more UTF-16 units than this per allowed character is refused before it is trimmed. */
const UNITS_PER_CHARACTER = 4;

/**
 * A text of at most `max` characters that a person types, and that may be empty. It may have several lines, unless it
 * is `"line"`. Characters are code points: an emoji of two UTF-16 units is one.
 */
export function typedText(max: number, kind: "lines" | "line" = "lines") {
  return z
    .string()
    .check(z.maxLength(UNITS_PER_CHARACTER * max, { error: "field.too_long", abort: true }))
    .check(z.overwrite((text) => text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", " ").trim()))
    .check(z.refine((text) => Array.from(text).length <= max, { error: "field.too_long", abort: true }))
    .check(z.refine((text) => isLegibleText(text) && (kind === "lines" || !text.includes("\n")), "text.illegible"));
}
