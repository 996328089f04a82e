import { HEADERS } from "#contract/paths.ts";
import { oneOf, pick, type Random } from "../random.ts";
import { CALLERS, EMAILS, EVENT_IDS, GROUP_IDS, PERSON_IDS } from "../team/team.ts";
import type { Draft } from "./draft.ts";
import { HOSTILE_TEXTS } from "./hostile-values.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { CONTENT_TYPES, COOKIES, encodeText, METHODS, ODD_HEADERS, PATH_CHANGES } from "./odd-parts.ts";

/** Changes one thing about a request in a way that no page would. */
type Mutation = (draft: Draft, random: Random) => void;

function otherId(random: Random): string {
  return pick(random, [...PERSON_IDS, ...EVENT_IDS, ...GROUP_IDS, `first-${pick(random, PERSON_IDS)}`]);
}

const mutateBody: Mutation = (draft, random) => {
  draft.body = mutateJson(draft.body ?? {}, random);
  draft.headers.set("content-type", "application/json");
};

const mutateSent: Mutation = (draft, random) => {
  draft.bytes = mutateBytes(Buffer.from(JSON.stringify(draft.body ?? {})), random);
  draft.headers.set("content-type", "application/json");
};

const mutatePathValue: Mutation = (draft, random) => {
  const [name] = draft.pathValues.keys();
  if (name === undefined) return mutateSent(draft, random);
  draft.pathValues.set(name, random() < 0.4 ? otherId(random) : pick(random, HOSTILE_TEXTS));
};

const mutateQuery: Mutation = (draft, random) => {
  const text = random() < 0.2 ? otherId(random) : pick(random, HOSTILE_TEXTS);
  const chosen = oneOf(random, draft.query);
  if (chosen === undefined) draft.query.push([pick(random, ["after", "group", "from", "limit", "__proto__"]), text]);
  else if (random() < 0.5) chosen[1] = text;
  else draft.query.push([chosen[0], text]);
};

const mutateHeader: Mutation = (draft, random) => {
  const names = draft.call.parameters.flatMap((parameter) => (parameter.in === "header" ? [parameter.name] : []));
  const name = pick(random, [...names, "last-event-id"]);
  draft.headers.set(name, random() < 0.3 ? otherId(random) : pick(random, HOSTILE_TEXTS));
};

const oddHeader: Mutation = ({ headers }, random) => {
  const [name, value] = pick(random, ODD_HEADERS);
  headers.set(name, value);
};

const tamperedCookie: Mutation = ({ headers, caller }, random) => {
  const cookie = pick(random, COOKIES);
  if (random() < 0.5) headers.set("cookie", cookie);
  else headers.set("cookie", `${caller.cookie.slice(0, -3)}${caller.cookie === "" ? "" : "AAA"}; ${cookie}`);
};

const otherCaller: Mutation = (draft, random) => {
  draft.caller = pick(random, CALLERS.member);
  draft.headers.set("cookie", draft.caller.cookie);
  if (draft.headers.has(HEADERS.person)) draft.headers.set(HEADERS.person, draft.caller.id);
};

const manyHeaders: Mutation = ({ headers }) => {
  for (let index = 0; index < 300; index += 1) headers.set(`x-${index}`, "x");
};

const otherMethod: Mutation = (draft, random) => {
  draft.method = pick(random, METHODS);
};

const otherType: Mutation = ({ headers }, random) => {
  headers.set("content-type", pick(random, CONTENT_TYPES));
};

const withoutOrigin: Mutation = ({ headers }) => {
  headers.delete("origin");
};

const otherPath: Mutation = (draft, random) => {
  draft.path = pick(random, PATH_CHANGES)(pathOf(draft), random);
};

const otherEmail: Mutation = (draft, random) => {
  draft.body = { ...(draft.body as object | undefined), email: pick(random, EMAILS).toUpperCase() };
  draft.headers.set("content-type", "application/json");
};

/** More entries for mutations that are more likely to find a fault. */
const MUTATIONS: readonly Mutation[] = [
  ...Array<Mutation>(8).fill(mutateBody),
  ...Array<Mutation>(4).fill(mutateSent),
  ...Array<Mutation>(4).fill(mutatePathValue),
  ...Array<Mutation>(4).fill(mutateQuery),
  ...Array<Mutation>(2).fill(mutateHeader),
  ...Array<Mutation>(3).fill(oddHeader),
  ...Array<Mutation>(2).fill(otherMethod),
  ...Array<Mutation>(2).fill(otherPath),
  tamperedCookie,
  otherCaller,
  otherType,
  withoutOrigin,
  otherEmail,
  manyHeaders,
];

/** Number of mutations of a request; a third of the requests have none. */
const COUNTS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3];

export function mutateDraft(draft: Draft, random: Random): void {
  const count = pick(random, COUNTS);
  for (let done = 0; done < count; done += 1) pick(random, MUTATIONS)(draft, random);
}

/** The path of a draft with encoded values. */
export function pathOf({ path, call, pathValues }: Draft): string {
  return path ?? call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeText(pathValues.get(name) ?? ""));
}
