import { oneOf, type Random } from "../random.ts";
import { type Draft, HOST, ORIGIN } from "./draft.ts";
import { HOSTILE_TEXTS } from "./hostile-values.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { CALLERS, EMAILS, EVENT_IDS, GROUP_IDS, PERSON_IDS } from "../team/team.ts";

/** Changes one thing about a request that its page would not. */
type Twist = (draft: Draft, random: Random) => void;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
const CONTENT_TYPES = [
  "text/plain",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json;",
  "APPLICATION/JSON",
  "application/json, text/html",
  "application/ld+json",
  "x".repeat(2000),
  "",
];
const COOKIES = [
  "",
  "diapason.session_token=",
  "diapason.session_token=.",
  "diapason.session_token=a.b",
  "diapason.session_token=%",
  "diapason.session_token=%00.%00",
  "diapason.session_token=%f0%28",
  `diapason.session_token=${"x".repeat(4000)}.${"y".repeat(4000)}`,
  "__proto__=1; constructor=2; diapason.session_token=a.b",
  "=; ;; =a; diapason.session_token",
  '"diapason.session_token"="a"',
  "__Host-diapason.session_token=a.b",
];
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["origin", "https://evil.example"],
  ["origin", "null"],
  ["origin", ORIGIN.toUpperCase()],
  ["host", "evil.example"],
  ["host", `${HOST}.`],
  ["host", ""],
  ["sec-fetch-site", "cross-site"],
  ["x-forwarded-for", "unknown, , 999.1.1.1"],
  ["x-forwarded-for", "1.2.3.4, ".repeat(500)],
  ["x-forwarded-host", "evil.example"],
  ["x-forwarded-proto", "https"],
  ["forwarded", 'for="[::1]";host=evil.example'],
  ["x-http-method-override", "DELETE"],
  ["content-encoding", "gzip"],
  ["accept-encoding", "br;q=x, gzip;q=2, *;q=0"],
  ["accept", "text/html;q=0.9, */*;q=nan"],
  ["expect", "100-continue"],
  ["range", "bytes=0-0,5-1,-1"],
  ["if-none-match", '*, W/"x", "'],
  ["if-modified-since", "2026-02-30"],
  ["upgrade", "websocket"],
  ["user-agent", "\u00ff".repeat(3000)],
  ["x-large", "x".repeat(15_000)],
  ["x-too-large", "x".repeat(17_000)],
  ["__proto__", "x"],
  ["constructor", "x"],
  ["authorization", "Bearer x"],
  ["access-control-request-method", "DELETE"],
];
const PATH_CHANGES: readonly ((path: string, random: Random) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}/..%2f..%2fetc%2fpasswd`,
  (path) => `${path}/../../../../etc/passwd`,
  (path) => `/assets/..%2f..%2f${path}`,
  (path) => path.replace("/api", "/%61pi"),
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "\\"),
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path}%ff%fe`,
  (path) => `${path};a=b`,
  (path) => `${path}/${"x".repeat(5000)}`,
  (path) => `${path}/${"a/".repeat(500)}`,
  (path) => `${path}.json`,
  (path) => `http://evil.example${path}`,
  (path, random) => path.replace(/[^/]+$/, encodeText(oneOf(random, HOSTILE_TEXTS) ?? "")),
  () => "/%2e%2e/%2e%2e/etc/passwd",
  () => "/assets/__proto__",
  () => "/api",
  () => "/api/",
  () => "*",
];

/** Lone surrogates have no encoding: they go as the sign that stands for what could not be read. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000);
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = oneOf(random, items);
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function otherId(random: Random): string {
  return pick(random, [...PERSON_IDS, ...EVENT_IDS, ...GROUP_IDS, `first-${pick(random, PERSON_IDS)}`]);
}

const mutateBody: Twist = (draft, random) => {
  draft.body = mutateJson(draft.body ?? {}, random);
  draft.headers.set("content-type", "application/json");
};

const mutateSent: Twist = (draft, random) => {
  draft.bytes = mutateBytes(Buffer.from(JSON.stringify(draft.body ?? {})), random);
  draft.headers.set("content-type", "application/json");
};

const mutatePathValue: Twist = (draft, random) => {
  const [name] = draft.pathValues.keys();
  if (name === undefined) return mutateSent(draft, random);
  draft.pathValues.set(name, random() < 0.4 ? otherId(random) : pick(random, HOSTILE_TEXTS));
};

const mutateQuery: Twist = (draft, random) => {
  const text = random() < 0.2 ? otherId(random) : pick(random, HOSTILE_TEXTS);
  const chosen = oneOf(random, draft.query);
  if (chosen === undefined) draft.query.push([pick(random, ["after", "group", "from", "limit", "__proto__"]), text]);
  else if (random() < 0.5) chosen[1] = text;
  else draft.query.push([chosen[0], text]);
};

const mutateHeader: Twist = (draft, random) => {
  const names = draft.call.parameters.flatMap((parameter) => (parameter.in === "header" ? [parameter.name] : []));
  const name = oneOf(random, names) ?? "last-event-id";
  draft.headers.set(name, random() < 0.3 ? otherId(random) : pick(random, HOSTILE_TEXTS));
};

const oddHeader: Twist = ({ headers }, random) => {
  const [name, value] = pick(random, ODD_HEADERS);
  headers.set(name, value);
};

const tamperedCookie: Twist = ({ headers, caller }, random) => {
  const cookie = pick(random, COOKIES);
  if (random() < 0.5) headers.set("cookie", cookie);
  else headers.set("cookie", `${caller.cookie.slice(0, -3)}${caller.cookie === "" ? "" : "AAA"}; ${cookie}`);
};

const otherCaller: Twist = (draft, random) => {
  draft.caller = pick(random, CALLERS.member);
  draft.headers.set("cookie", draft.caller.cookie);
};

const manyHeaders: Twist = ({ headers }) => {
  for (let index = 0; index < 300; index += 1) headers.set(`x-${index}`, "x");
};

const otherMethod: Twist = (draft, random) => {
  draft.method = pick(random, METHODS);
};

const otherType: Twist = ({ headers }, random) => {
  headers.set("content-type", pick(random, CONTENT_TYPES));
};

const withoutOrigin: Twist = ({ headers }) => {
  headers.delete("origin");
};

const otherPath: Twist = (draft, random) => {
  draft.path = pick(random, PATH_CHANGES)(pathOf(draft), random);
};

const otherEmail: Twist = (draft, random) => {
  draft.body = { ...(draft.body as object | undefined), email: pick(random, EMAILS).toUpperCase() };
  draft.headers.set("content-type", "application/json");
};

/** The more often the more there is to find behind it. */
const TWISTS: readonly Twist[] = [
  ...Array<Twist>(8).fill(mutateBody),
  ...Array<Twist>(4).fill(mutateSent),
  ...Array<Twist>(4).fill(mutatePathValue),
  ...Array<Twist>(4).fill(mutateQuery),
  ...Array<Twist>(3).fill(mutateHeader),
  ...Array<Twist>(3).fill(oddHeader),
  ...Array<Twist>(2).fill(otherMethod),
  ...Array<Twist>(2).fill(otherPath),
  tamperedCookie,
  otherCaller,
  otherType,
  withoutOrigin,
  otherEmail,
  manyHeaders,
];

/** How many twists a request has; a third of them have none. */
const COUNTS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3];

export function twist(draft: Draft, random: Random): void {
  const count = pick(random, COUNTS);
  for (let done = 0; done < count; done += 1) pick(random, TWISTS)(draft, random);
}

/** The path of a draft, its values encoded. */
export function pathOf({ path, call, pathValues }: Draft): string {
  return path ?? call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeText(pathValues.get(name) ?? ""));
}
