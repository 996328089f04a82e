import { oneOf, pick, type Random } from "../random.ts";
import type { Draft } from "./draft.ts";
import { HOSTILE_TEXTS } from "./hostile-values.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { CONTENT_TYPES, COOKIES, encodeText, METHODS, ODD_HEADERS, PATH_CHANGES } from "./odd-parts.ts";
import { CALLERS, EMAILS, EVENT_IDS, GROUP_IDS, PERSON_IDS } from "../team/team.ts";

/** Changes one thing about a request that its page would not. */
type Twist = (draft: Draft, random: Random) => void;

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
