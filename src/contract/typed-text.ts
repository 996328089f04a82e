import * as z from "zod/mini";
import { isLegibleText } from "../domain/people/legible-text.ts";

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
