import { oneOf, type Random, wholeNumber } from "../random.ts";

const MIB = 1024 * 1024;
const BYTE = 255;

function replaceByte(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[wholeNumber(random, 0, changed.length - 1)] = wholeNumber(random, 0, BYTE);
  return changed;
}

function insert(bytes: Buffer, part: string | Buffer, random: Random): Buffer {
  const at = wholeNumber(random, 0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(part), bytes.subarray(at)]);
}

/** Pads JSON with white space: the same value with more bytes. */
function padTo(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), " ")]);
}

const CHANGES: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  replaceByte,
  replaceByte,
  (bytes, random) => replaceByte(replaceByte(replaceByte(bytes, random), random), random),
  (bytes, random) => bytes.subarray(0, wholeNumber(random, 0, bytes.length)),
  (bytes, random) => insert(bytes, Buffer.from([0xc3, 0x28, 0xff]), random),
  (bytes, random) => insert(bytes, "\0", random),
  (bytes, random) => insert(bytes, '"\\ud800"', random),
  (bytes, random) => insert(bytes, "[".repeat(20_000), random),
  (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]),
  (bytes) => Buffer.concat([bytes, bytes]),
  () => Buffer.alloc(0),
  () => Buffer.from("NaN"),
  () => Buffer.from("a=1&b[__proto__]=2"),
  () => Buffer.from(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  (bytes) => Buffer.from(bytes.toString("utf8"), "utf16le"),
  // Repeats a key with another value.
  (bytes) => Buffer.from(bytes.toString("utf8").replace(/^\{("[^"]*"):/, "{$1:null,$1:")),
  (bytes) => Buffer.from(bytes.toString("utf8").replaceAll(/-?\d+/g, "1e999")),
  (bytes) => padTo(bytes, MIB),
  (bytes) => padTo(bytes, MIB + 1),
];

/** Damages a body without regard to its meaning. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  return (oneOf(random, CHANGES) ?? replaceByte)(bytes, random);
}
