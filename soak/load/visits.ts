import { randomUUID } from "node:crypto";
import { type Call, call, type CallAnswer } from "../call.ts";
import { pick, type Random, wholeNumber } from "../random.ts";
import { CALLERS, type Caller, EVENT_IDS, GROUP_IDS, PASSWORD } from "../team/team.ts";

/** Where a visit goes; `signal` ends visits that stay open. */
export interface Place {
  readonly url: string;
  readonly signal: AbortSignal;
}

/** The calls of one person's visit; it removes what it added. @throws Error for a refusal */
export type Visit = (place: Place, random: Random) => Promise<void>;

const SHORTEST_STAY_MS = 2000;
const LONGEST_STAY_MS = 20_000;

async function ask(url: string, { cookie }: Pick<Caller, "cookie">, wanted: Call): Promise<CallAnswer> {
  const answer = await call(url, cookie, wanted);
  if (answer.status >= 400) throw new Error(`${wanted.method} ${wanted.path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** The page with all its files, then the calls at its start. */
const loadPage: Visit = async ({ url }, random) => {
  const caller = pick(random, CALLERS.member);
  const { text } = await ask(url, caller, { method: "GET", path: "/" });
  const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
  for (const path of files) await ask(url, caller, { method: "GET", path });
  for (const path of ["/api/config", "/api/auth/get-session", "/api/users"]) {
    await ask(url, caller, { method: "GET", path });
  }
};

const readMonth: Visit = async ({ url }, random) => {
  const caller = pick(random, CALLERS.member);
  const group = pick(random, GROUP_IDS);
  const month = String(wholeNumber(random, 1, 9)).padStart(2, "0");
  const paths = [
    "/api/groups",
    `/api/groups/${group}`,
    `/api/events?group=${group}&from=2050-${month}-01&to=2050-1${wholeNumber(random, 0, 2)}-28`,
    `/api/events/upcoming?group=${group}`,
    `/api/events/${pick(random, EVENT_IDS)}`,
  ];
  for (const path of paths) await ask(url, caller, { method: "GET", path });
};

const answer: Visit = async ({ url }, random) => {
  const path = `/api/events/${pick(random, EVENT_IDS)}/availability`;
  const body = { status: pick(random, ["present", "absent", null]) };
  await ask(url, pick(random, CALLERS.member), { method: "PUT", path, body });
};

const comeAndGo: Visit = async ({ url }, random) => {
  const caller = pick(random, CALLERS.member);
  const path = `/api/groups/${pick(random, GROUP_IDS)}/members/me`;
  for (const method of ["PUT", "DELETE"] as const) await ask(url, caller, { method, path });
};

/** Creates, answers and deletes an event. */
const planEvent: Visit = async ({ url }, random) => {
  const admin = pick(random, CALLERS.admin);
  const details = { name: "Répétition", date: "2050-11-24", time: "20:30", location: "Temple" };
  const body = { groupId: pick(random, GROUP_IDS), ...details };
  const path = `/api/events/${randomUUID()}`;
  const headers = { "idempotency-key": path.slice(path.lastIndexOf("/") + 1) };
  await ask(url, admin, { method: "POST", path: "/api/events", body, headers });
  const availability = { method: "PUT", path: `${path}/availability`, body: { status: "present" } } as const;
  await ask(url, pick(random, CALLERS.member), availability);
  await ask(url, admin, { method: "DELETE", path });
};

const signInAndOut: Visit = async ({ url }, random) => {
  const { email } = pick(random, CALLERS.member);
  const body = { email, password: PASSWORD, rememberMe: true };
  const { cookies } = await ask(url, { cookie: "" }, { method: "POST", path: "/api/auth/sign-in/email", body });
  const signedIn = { cookie: cookies.join("; ") };
  await ask(url, signedIn, { method: "GET", path: "/api/auth/sessions" });
  await ask(url, signedIn, { method: "POST", path: "/api/auth/sign-out" });
};

/** Receives changes for a while. */
const follow: Visit = async ({ url, signal }, random) => {
  const stay = AbortSignal.timeout(wholeNumber(random, SHORTEST_STAY_MS, LONGEST_STAY_MS));
  const end = AbortSignal.any([signal, stay]);
  try {
    const { cookie } = pick(random, CALLERS.member);
    const stream = await fetch(`${url}/api/changes`, { headers: { cookie }, signal: end });
    if (!stream.ok) throw new Error(`a stream was refused with ${stream.status}`);
    await stream.text();
  } catch (error) {
    if (!end.aborted) throw error;
  }
};

/** More entries make a visit more frequent. */
const VISITS: readonly Visit[] = [
  loadPage,
  ...Array<Visit>(3).fill(readMonth),
  ...Array<Visit>(3).fill(answer),
  planEvent,
  comeAndGo,
  signInAndOut,
  ...Array<Visit>(2).fill(follow),
];

export function pickVisit(random: Random): Visit {
  return pick(random, VISITS);
}
