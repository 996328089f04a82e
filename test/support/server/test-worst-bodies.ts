import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";

type Json = Record<string, unknown>;

/** The path to a place in a body: property names, and `0` for an element of a list. */
type Path = readonly (string | 0)[];

/** A request body that is as slow as possible to parse or check. A test measures that time. */
export interface WorstBody {
  /** What is extreme in it, and where. */
  readonly name: string;
  /** Made anew at each call, because all of them at once are more than a gigabyte. */
  readonly make: () => Buffer;
}

/** Repeated to long texts that are costly to check: words, white space, lone surrogates, accents, emoji, addresses. */
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
function bodyWith(path: Path, raw: Buffer): Buffer {
  const opening = path.map((step) => (step === 0 ? "[" : `{${JSON.stringify(step)}:`));
  const closing = path.toReversed().map((step) => (step === 0 ? "]" : "}"));
  return Buffer.concat([Buffer.from(opening.join("")), raw, Buffer.from(closing.join(""))]);
}

/** `unit` as often as it fits in `bytes`. Filling a buffer is a hundred times faster than encoding a long string. */
function filled(unit: string, bytes: number): Buffer {
  const one = Buffer.from(unit);
  return Buffer.alloc(bytes - (bytes % one.length), one);
}

function between(opening: string, inner: Buffer, closing: string): Buffer {
  return Buffer.concat([Buffer.from(opening), inner, Buffer.from(closing)]);
}

function listOf(item: string, bytes: number): Buffer {
  return between("[", filled(`${item},`, bytes - 2 - item.length), `${item}]`);
}

const OBJECTS = new Map<number, Buffer>();

function objectOf(bytes: number): Buffer {
  const names = () => Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"${index.toString(36)}":0`);
  const object = OBJECTS.get(bytes) ?? Buffer.from(`{${names().join(",")}}`);
  OBJECTS.set(bytes, object);
  return object;
}

function deep(open: string, close: string, bytes: number, innermost = ""): Buffer {
  const depth = Math.floor(bytes / (open.length + close.length));
  const [opening, closing] = [filled(open, depth * open.length), filled(close, depth * close.length)];
  return Buffer.concat([opening, Buffer.from(innermost), closing]);
}

function textOf(unit: string, bytes: number): Buffer {
  return between('"', filled(JSON.stringify(unit).slice(1, -1), bytes - 2), '"');
}

/** Room for the property names on the path. */
const AROUND_BYTES = 200;

function worstAt(path: Path, schema: Json, maxBytes: number): WorstBody[] {
  const bytes = maxBytes - AROUND_BYTES;
  const where = path.join(".") || "body";
  const at = (what: string, raw: () => Buffer): WorstBody => ({
    name: `${what} at ${where}`,
    make: () => bodyWith(path, raw()),
  });
  const list = (item: string) => at(`a list of ${item}`, () => listOf(item, bytes));
  const texts = () => HARD_TEXTS.map((unit) => at(`a text of ${JSON.stringify(unit)}`, () => textOf(unit, bytes)));
  const deepest = () => [
    at("lists in lists", () => deep("[", "]", bytes)),
    at("many digits", () => filled("9", bytes)),
  ];
  switch (schema["type"]) {
    case "string":
      return [...texts(), list("0")];
    case "object":
      return [at("an object of many names", () => objectOf(bytes)), ...deepest()];
    default:
      return [...ITEMS.map(list), ...deepest()];
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

const WHOLE: readonly ((bytes: number) => Buffer)[] = [
  (bytes) => deep("[", "]", bytes),
  (bytes) => filled("[", bytes),
  (bytes) => deep('{"a":', "}", bytes - 1, "0"),
  (bytes) => listOf("0", bytes),
  (bytes) => listOf("{}", bytes),
  (bytes) => objectOf(bytes),
  (bytes) => between("{", filled('"a":0,', bytes - 8), '"a":0}'),
  (bytes) => between('{"a":', filled("9", bytes - 6), "}"),
  (bytes) => between('{"a":1e', filled("9", bytes - 8), "}"),
  (bytes) => between('{"email":"', filled("\\u0061", bytes - 12), '"}'),
  (bytes) => between('{"email":"', filled("\\ud83c\\udfb5", bytes - 12), '"}'),
  (bytes) => between('{"name":"', filled("e\u0301", bytes - 11), '"}'),
  (bytes) => between('{"', filled("k", bytes - 6), '":0}'),
];
const WHOLES = new Map<number, readonly Buffer[]>();

/** Bodies of `bytes` that take any operation as long as possible to parse or check. */
export function wholeBodiesOf(bytes: number): readonly Buffer[] {
  const bodies = WHOLES.get(bytes) ?? WHOLE.map((make) => make(bytes));
  WHOLES.set(bytes, bodies);
  return bodies;
}
