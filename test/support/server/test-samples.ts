import * as z from "zod/mini";

/** By field name, sample values. Other fields get the first of the `COMMON` values that their schema accepts. */
export type KnownValues = Readonly<Record<string, unknown>>;

const COMMON = [
  true,
  1,
  "a",
  "2050-12-24",
  "20:30",
  "2050-12-24T20:30:00Z",
  "marie@example.org",
  "https://example.org",
  "secret1",
  "0",
  "abc123",
  "01234567-89ab-4cde-8f01-23456789abcd",
];
const WRAPPERS = [z.ZodMiniOptional, z.ZodMiniExactOptional, z.ZodMiniNullable, z.ZodMiniPrefault] as const;

type Inner = z.core.$ZodType;

function isAccepted(schema: Inner, value: unknown): boolean {
  return z.core.safeParse(schema, value).success;
}

/** The first of these values that the schema accepts. */
function pick(schema: Inner, name: string, values: readonly unknown[]): unknown {
  const found = values.find((value) => isAccepted(schema, value));
  if (found === undefined) throw new Error(`no sample of ${name} is right: add one`);
  return found;
}

/** A value that the schema accepts, with all optional fields. @throws Error if no known value is accepted */
export function sampleOf(schema: Inner, known: KnownValues, name = "body"): unknown {
  if (known[name] !== undefined && isAccepted(schema, known[name])) return known[name];
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema.def.shape as Record<string, Inner>);
    return Object.fromEntries(fields.map(([field, inner]) => [field, sampleOf(inner, known, field)]));
  }
  if (schema instanceof z.ZodMiniArray) return pick(schema, name, [[sampleOf(schema.def.element, known, name)]]);
  const wrapper = WRAPPERS.find((kind) => schema instanceof kind);
  if (wrapper !== undefined) return sampleOf((schema as z.ZodMiniOptional).def.innerType, known, name);
  if (schema instanceof z.ZodMiniLiteral) return schema.def.values[0];
  return pick(schema, name, schema instanceof z.ZodMiniEnum ? Object.values(schema.def.entries) : COMMON);
}

type Path = readonly string[];

/** The paths to all leaves of `value`: what is neither an object nor a list. */
export function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** `value` with `text` at `path`. */
export function replaceAt(value: unknown, path: Path, text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  const inner = replaceAt(Reflect.get(value as object, key), rest, text);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...(value as object), [key]: inner };
}
