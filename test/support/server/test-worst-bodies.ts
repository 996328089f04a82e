import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";

type Json = Record<string, unknown>;

/** The path to a place in a body: property names, and `0` for an element of a list. */
type Path = readonly (string | 0)[];

export interface WorstBody {
  /** What is extreme in it, and where. */
  readonly name: string;
  readonly body: string;
}

/** Units of texts that are costly to check: words, white space, lone surrogates, accents, emoji, addresses. */
const HARD_TEXTS = ["a", " ", "\ud800", "e\u0301", "👨‍👩‍👧", "a@a."] as const;
/** Elements of a long list: some are short, so that many fit, and some may be valid. */
const ITEMS = ["0", "{}", '"Lead"', '["Lead","Piano"]'] as const;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

/** Every place in a JSON schema, with the schema there. */
function placesOf(schema: unknown, path: Path = []): { path: Path; schema: Json }[] {
  if (!isObject(schema)) return [];
  const { properties, items, additionalProperties, anyOf } = schema;
  return [
    { path, schema },
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) =>
      placesOf(inner, [...path, name]),
    ),
    ...placesOf(items, [...path, 0]),
    ...placesOf(additionalProperties, [...path, "any"]),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((inner) => placesOf(inner, path)) : []),
  ];
}

/** A body whose only value is `raw`, at `path`. */
function bodyWith(path: Path, raw: string): string {
  return path.reduceRight<string>(
    (inner, step) => (step === 0 ? `[${inner}]` : `{${JSON.stringify(step)}:${inner}}`),
    raw,
  );
}

function listOf(item: string, bytes: number): string {
  return `[${Array<string>(Math.floor((bytes - 2) / (item.length + 1)))
    .fill(item)
    .join(",")}]`;
}

function objectOf(bytes: number): string {
  const names = Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"${index.toString(36)}":0`);
  return `{${names.join(",")}}`;
}

function deep(open: string, close: string, bytes: number): string {
  const depth = Math.floor(bytes / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
}

function textOf(unit: string, bytes: number): string {
  const escaped = JSON.stringify(unit).slice(1, -1);
  return `"${escaped.repeat(Math.floor((bytes - 2) / Buffer.byteLength(escaped)))}"`;
}

/** Room for the property names on the path. */
const AROUND_BYTES = 200;

function worstAt(path: Path, schema: Json, maxBytes: number): WorstBody[] {
  const bytes = maxBytes - AROUND_BYTES;
  const where = path.join(".") || "body";
  const at = (what: string, raw: string): WorstBody => ({ name: `${what} at ${where}`, body: bodyWith(path, raw) });
  const texts = () => HARD_TEXTS.map((unit) => at(`a text of ${JSON.stringify(unit)}`, textOf(unit, bytes)));
  const lists = () => ITEMS.map((item) => at(`a list of ${item}`, listOf(item, bytes)));
  const deepest = () => [at("lists in lists", deep("[", "]", bytes)), at("many digits", "9".repeat(bytes))];
  switch (schema["type"]) {
    case "string":
      return [...texts(), at("a list of 0", listOf("0", bytes))];
    case "object":
      return [at("an object of many names", objectOf(bytes)), ...deepest()];
    default:
      return [...lists(), ...deepest()];
  }
}

/** The JSON schema of an operation's request body, or `null` if it has none. */
function requestSchemaOf({ request }: Operation): Json | null {
  return request === undefined ? null : z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
}

/** Every place in the request body of an operation. */
export function requestPlacesOf(operation: Operation): { path: Path; schema: Json }[] {
  return placesOf(requestSchemaOf(operation));
}

/** Bodies of at most `maxBytes` that are as costly as possible to parse and check. Each is extreme in one place. */
export function worstBodiesOf(operation: Operation, maxBytes: number): WorstBody[] {
  return requestPlacesOf(operation).flatMap(({ path, schema }) => worstAt(path, schema, maxBytes));
}

function repeat(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / unit.length));
}

const WHOLE: readonly ((bytes: number) => string)[] = [
  (bytes) => deep("[", "]", bytes),
  (bytes) => repeat("[", bytes),
  (bytes) => deep('{"a":', "}", bytes - 1).replace("}", "0}"),
  (bytes) => listOf("0", bytes),
  (bytes) => listOf("{}", bytes),
  (bytes) => objectOf(bytes),
  (bytes) => `{${repeat('"a":0,', bytes - 8)}"a":0}`,
  (bytes) => `{"a":${"9".repeat(bytes - 6)}}`,
  (bytes) => `{"a":1e${"9".repeat(bytes - 8)}}`,
  (bytes) => `{"email":"${repeat("\\u0061", bytes - 12)}"}`,
  (bytes) => `{"email":"${repeat("\\ud83c\\udfb5", bytes - 12)}"}`,
  (bytes) => `{"name":"${repeat("e\u0301", (bytes - 11) * 0.6)}"}`,
  (bytes) => `{"${"k".repeat(bytes - 6)}":0}`,
];
const WHOLES = new Map<number, readonly Buffer[]>();

/** Whole bodies of `bytes` that take a parser or a checker as long as possible, whatever they are sent to. */
export function wholeBodiesOf(bytes: number): readonly Buffer[] {
  const bodies = WHOLES.get(bytes) ?? WHOLE.map((make) => Buffer.from(make(bytes)));
  WHOLES.set(bytes, bodies);
  return bodies;
}
