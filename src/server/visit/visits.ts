import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { viewOf } from "#contract/calendar-view.ts";
import type { PublicConfig } from "#contract/config.ts";
import { API, LINKED_PAGES } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { type VisitHint, VISIT_COOKIE, VisitHintRow } from "#contract/visit/visit-cookie.ts";
import type { SignInView, RenderedView, DashboardView } from "#contract/visit/visit-data.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { timeZoneNamed, todayOf } from "#domain/calendar/time-zone.ts";
import { may } from "#domain/permissions.ts";
import type { Actor, AppEnv } from "../api/operation-route.ts";
import type { StoredResponse } from "../api/stored-response.ts";
import type { Sessions } from "../auth/sessions/sessions.ts";
import type { PlanningResponses } from "../planning/planning-responses.ts";
import { readPlanningVisit, type VisitResponse } from "./visit-responses.ts";

/** What the cookie says about the browser's last visit; `null` if there is none, or it cannot be read. */
function readVisitHint(context: Context): VisitHint | null {
  const value = getCookie(context, VISIT_COOKIE);
  if (value === undefined) return null;
  try {
    const row = VisitHintRow.safeParse(JSON.parse(value));
    if (!row.success) return null;
    const [personId, groupId, layout] = row.data;
    return { personId, groupId, layout };
  } catch {
    return null;
  }
}

/** What the server embeds into the page that it sends to one browser, so that the first screen needs no call. */
export interface Visit {
  /** The user whose data these are; `null`: the data are not personal, and the same for everybody. */
  readonly userId: string | null;
  readonly isShared: boolean;
  /** A `VisitData` as JSON, safe inside a `<script>`. */
  readonly data: string;
  /** The state of the browser; `null`: too little is known to render its first screen. */
  readonly view: RenderedView | null;
}

interface VisitDependencies {
  readonly sessions: Pick<Sessions, "current" | "isRemembered">;
  readonly responses: PlanningResponses;
  readonly config: (context: Context<AppEnv>) => Promise<PublicConfig>;
  readonly people: (actor: Actor) => Promise<StoredResponse<unknown>>;
  /** Limits visits like calls, because a visit replaces the page's first calls. */
  readonly limit: MiddlewareHandler;
  readonly timeZone: string;
  readonly clock: () => Date;
}

/** The signed-in user whose browser loads the page. */
interface Visitor {
  readonly session: Session;
  readonly actor: Actor;
  readonly hint: VisitHint | null;
}

interface PlanningPart {
  readonly responses: readonly VisitResponse[];
  readonly view: RenderedView | null;
}

const NO_PLANNING: PlanningPart = { responses: [], view: null };

/** What the page would show in this browser; `null` if the cookie has no group or no layout. */
function viewOfBrowser(actor: Actor, { groupId, layout }: VisitHint, today: PlainDate): DashboardView | null {
  if (groupId === null || layout === null) return null;
  return { userId: actor.id, groupId, today, layout };
}

/**
 * The first screen without a session: the sign-in form, at its own address and at that of the dashboard. `null` for other
 * pages, and for a browser that still shows a user: there the page itself finds out that the session ended.
 */
function signedOutView(path: string, hint: VisitHint | null): SignInView | null {
  const leadsToForm = path === LINKED_PAGES.login || path === LINKED_PAGES.home;
  return leadsToForm && (hint?.personId ?? null) === null ? { userId: null } : null;
}

/** `<` could end the script element. The other two end a line in old JavaScript. */
const UNSAFE = /[<\u2028\u2029]/g;

function escapeForScript(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes a `VisitData` as JSON text. Each body is JSON already, and is not parsed for it. */
function writeData(userId: string | null, visitResponses: readonly VisitResponse[]): string {
  const positions = visitResponses.flatMap(({ position }) => position ?? []);
  const lowest = positions.length === 0 ? null : Math.min(...positions);
  const answers = visitResponses.map(
    ({ call, position, json }) => `{"call":${JSON.stringify(call)},"position":${position},"body":${json}}`,
  );
  return escapeForScript(`{"userId":${JSON.stringify(userId)},"position":${lowest},"answers":[${answers.join(",")}]}`);
}

/** Returns a function that reads the responses to the calls of a page's first screen. */
export function createVisits(dependencies: VisitDependencies): (context: Context<AppEnv>) => Promise<Visit> {
  const { sessions, responses, config, people, limit, timeZone, clock } = dependencies;
  const zone = timeZoneNamed(timeZone);

  /**
   * The signed-in user of this browser; `null` without a session. Also `null` if the hint names another user or nobody:
   * the user signed out while offline, and the session will be ended by a later call.
   */
  async function visitorOf(context: Context<AppEnv>, hint: VisitHint | null): Promise<Visitor | null> {
    if (hint?.personId === null) return null;
    const current = await sessions.current(context);
    if (current === null || (hint !== null && hint.personId !== current.actor.id)) return null;
    const { session, actor } = current;
    context.set("personId", actor.id);
    await context.get("countCall")(actor.id);
    return { session, actor, hint };
  }

  /** The selected group; if the hint names none, the first group that the visitor belongs to. */
  async function groupOf({ actor, hint }: Visitor): Promise<string | null> {
    if (hint !== null && hint.groupId !== null) return hint.groupId;
    const { value } = await responses.memberships(await responses.follow(), actor.id);
    const [first] = JSON.parse(value.json) as typeof value.body;
    return first?.groupId ?? null;
  }

  async function planningOf(context: Context<AppEnv>, visitor: Visitor): Promise<PlanningPart> {
    const { actor, hint } = visitor;
    if (!may(actor, "planning.read")) return NO_PLANNING;
    const { path, url } = context.req;
    const today = todayOf({ now: clock(), zone });
    const { month } = viewOf(new URL(url).searchParams, today);
    const groupId = await groupOf(visitor);
    // The browser shows a rendered dashboard only to a user who is remembered (`page-start.js`).
    const isRendered = path === LINKED_PAGES.home && sessions.isRemembered(context);
    return {
      view: isRendered && hint !== null ? viewOfBrowser(actor, hint, today) : null,
      responses: await readPlanningVisit(responses, { actor, path, groupId, month, today }),
    };
  }

  return async function visitOf(context) {
    await limit(context, () => Promise.resolve());
    const hint = readVisitHint(context);
    const publicConfig = await config(context);
    const isShared = publicConfig.sharing;
    const configResponse: VisitResponse = { call: API.config, position: null, json: JSON.stringify(publicConfig) };
    const visitor = await visitorOf(context, hint);
    if (visitor === null) {
      const data = writeData(null, [configResponse]);
      return { userId: null, isShared, data, view: signedOutView(context.req.path, hint) };
    }
    const { session, actor } = visitor;
    const sessionResponse: VisitResponse = { call: API.session, position: null, json: JSON.stringify(session) };
    const usersResponse: VisitResponse = { call: API.users, position: null, json: (await people(actor)).json };
    const planning = isShared ? await planningOf(context, visitor) : NO_PLANNING;
    const data = writeData(actor.id, [configResponse, sessionResponse, usersResponse, ...planning.responses]);
    return { userId: actor.id, isShared, data, view: planning.view };
  };
}
