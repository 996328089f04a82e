const LONG = 100_000;
/** Deeper than any schema, but within what JSON.stringify can handle. */
const DEPTH = 3000;

/** Property names that exist on every object, and that careless programs trust. */
export const PROTOTYPE_KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
] as const;

/** Texts that are known to break programs. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...PROTOTYPE_KEYS,
  "",
  " ",
  "\0",
  "Marie\0Petit",
  "\ud800",
  "Petit\udfff",
  "\u202eeiraM",
  "\u200f\u2066עברית\u2069",
  "\u0085\u2028\u2029",
  "\ufeffMarie",
  "é".normalize("NFD").repeat(150),
  "👨‍👩‍👧‍👦".repeat(40),
  "x".repeat(201),
  "x".repeat(LONG),
  "NaN",
  "Infinity",
  "-1",
  "0",
  "1e999",
  "0x10",
  "9007199254740993",
  "99999999999999999999",
  "null",
  "undefined",
  "[object Object]",
  "2026-02-30",
  "2026-13-01",
  "0000-00-00",
  "0001-01-01",
  "9999-12-31",
  "99999-01-01",
  "+275760-09-13",
  "2050-11-20T12:00:00Z",
  "2050-11-20T12:00:00+99:99",
  "275760-09-13T00:00:00.001Z",
  "0000-01-01T00:00:00-23:59",
  "24:00",
  "12:60",
  "6:00",
  "../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  "%' ESCAPE '",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "Marie\r\nBcc: everybody@example.org",
  '"Marie" <marie@example.org>',
  "marie@localhost",
  `${"x".repeat(250)}@example.org`,
  "marie@example.org\0",
  "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA",
];

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values of every type, at and beyond their limits. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  nested(DEPTH),
  Array.from({ length: 2000 }, (_, index) => index),
];
