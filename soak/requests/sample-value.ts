import { oneOf, type Random, wholeNumber } from "../random.ts";
import type { JsonSchema } from "./documented-calls.ts";

/**
 * Returns a value that the server knows for the property or parameter of this name; `undefined` if any value will do.
 */
export type KnownValue = (name: string) => unknown;

const WORDS = [
  "Louange",
  "Répétition",
  "Noël à l’église",
  "Temple, 4 rue des Tilleuls",
  "Marie",
  "O’Brien",
  "Zoé",
  "日本",
];
const MOST_ITEMS = 3;
const OPTIONAL_SHARE = 0.5;

function sampleObject({ properties = {}, required = [] }: JsonSchema, random: Random, known: KnownValue): object {
  const present = Object.entries(properties).filter(([name]) => required.includes(name) || random() < OPTIONAL_SHARE);
  return Object.fromEntries(present.map(([name, schema]) => [name, sampleValue(schema, name, random, known)]));
}

function sampleArray(schema: JsonSchema, name: string, random: Random, known: KnownValue): unknown[] {
  const { items = {}, minItems = 0, prefixItems } = schema;
  if (prefixItems) return prefixItems.map((item) => sampleValue(item, name, random, known));
  const length = wholeNumber(random, minItems, minItems + MOST_ITEMS);
  return Array.from({ length }, () => sampleValue(items, "", random, known));
}

/** A value that matches `schema`, or almost: patterns and rules of the product are left to `known`. */
export function sampleValue(schema: JsonSchema, name: string, random: Random, known: KnownValue): unknown {
  const own = known(name);
  if (own !== undefined) return own;
  if ("const" in schema) return schema.const;
  if (schema.enum) return oneOf(random, schema.enum);
  const option = oneOf(random, schema.anyOf ?? schema.oneOf ?? []);
  if (option) return sampleValue(option, name, random, known);
  const type = oneOf(random, [schema.type ?? "string"].flat()) ?? "string";
  switch (type) {
    case "object":
      return sampleObject(schema, random, known);
    case "array":
      return sampleArray(schema, name, random, known);
    case "integer":
    case "number":
      return wholeNumber(random, schema.minimum ?? 0, Math.min(schema.maximum ?? 100, 100));
    case "boolean":
      return random() < OPTIONAL_SHARE;
    case "null":
      return null;
    default:
      return oneOf(random, WORDS);
  }
}
