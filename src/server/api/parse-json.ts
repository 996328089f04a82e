import { Refusal } from "../errors.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Several times as deep as any of our bodies. */
const DEPTH_MAX = 16;

/**
 * Whether a JSON text (UTF-8) has at most `valuesMax` values, and lists and objects that are not too deep: judged by the
 * commas and brackets outside strings. It allocates nothing, so it costs a fraction of what parsing may cost. In a text
 * that is no JSON it may be wrong about what comes after the fault, which no parser reads.
 */
export function isBounded(bytes: Uint8Array, valuesMax: number): boolean {
  let values = 0;
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      values += 1;
      depth += 1;
    }
    if (values > valuesMax || depth > DEPTH_MAX) return false;
  }
  return true;
}

/** The value of a JSON text. @throws Refusal for malformed JSON, and unparsed for too many values or too deep ones */
export function parseJson(bytes: Uint8Array, valuesMax: number): unknown {
  if (!isBounded(bytes, valuesMax)) throw new Refusal("request.invalid", { fields: { body: "request.invalid" } });
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal("request.malformed");
    throw error;
  }
}
