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
import { readPlanningVisit, type VisitAnswer, visitedPageOf } from "./visit-answers.ts";

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

/** The signed-in visitor, as the API's calls would identify them. */
interface Visitor {
  readonly session: Session;
  readonly actor: Actor;
  readonly hint: VisitHint | null;
}

interface PlanningPart {
  readonly answers: readonly VisitAnswer[];
  readonly view: RenderedView | null;
}

const NO_PLANNING: PlanningPart = { answers: [], view: null };

/** What the page would show in this browser; `null` if the cookie does not tell enough. */
function viewOfBrowser(actor: Actor, { groupId, layout }: VisitHint, today: PlainDate): DashboardView | null {
  if (groupId === null || layout === null) return null;
  return { userId: actor.id, groupId, today, layout };
}

/**
 * The sign-in form, to which the dashboard leads too. `null` for other pages, and for a browser that still shows a user:
 * the page has to find out itself that the session ended.
 */
function viewOfNobody(path: string, hint: VisitHint | null): SignInView | null {
  const leadsToForm = path === LINKED_PAGES.login || path === LINKED_PAGES.home;
  return leadsToForm && (hint?.personId ?? null) === null ? { userId: null, path: LINKED_PAGES.login } : null;
}

/** `<` could end the script element. The other two end a line in old JavaScript. */
const UNSAFE = /[<\u2028\u2029]/g;

function escapeForScript(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function writeData(userId: string | null, answers: readonly VisitAnswer[]): string {
  const positions = answers.flatMap(({ position }) => position ?? []);
  const lowest = positions.length === 0 ? null : Math.min(...positions);
  const rows = answers.map(
    ({ call, position, json }) => `{"call":${JSON.stringify(call)},"position":${position},"body":${json}}`,
  );
  return escapeForScript(`{"userId":${JSON.stringify(userId)},"position":${lowest},"answers":[${rows.join(",")}]}`);
}

/** Reads the data of a visit's first screen: the answers that its calls would get at this moment. */
export function createVisits(dependencies: VisitDependencies): (context: Context<AppEnv>) => Promise<Visit> {
  const { sessions, responses, config, people, limit, timeZone, clock } = dependencies;
  const zone = timeZoneNamed(timeZone);

  /** `null` if the browser shows another user than the session's, or none: they signed out while offline. */
  async function visitorOf(context: Context<AppEnv>, hint: VisitHint | null): Promise<Visitor | null> {
    if (hint?.personId === null) return null;
    const current = await sessions.current(context);
    if (current === null || (hint !== null && hint.personId !== current.actor.id)) return null;
    const { session, actor } = current;
    context.set("personId", actor.id);
    await context.get("countCall")(actor.id);
    return { session, actor, hint };
  }

  /** The selected group; if the browser sent none, the first group that the visitor belongs to. */
  async function groupOf({ actor, hint }: Visitor): Promise<string | null> {
    if (hint !== null && hint.groupId !== null) return hint.groupId;
    const { row } = await responses.memberships(await responses.follow(), actor.id);
    const [first] = JSON.parse(row.json) as typeof row.body;
    return first?.groupId ?? null;
  }

  async function planningOf(context: Context<AppEnv>, visitor: Visitor): Promise<PlanningPart> {
    const { actor, hint } = visitor;
    if (!may(actor, "planning.read")) return NO_PLANNING;
    const { path, url } = context.req;
    const page = visitedPageOf(path);
    const today = todayOf({ now: clock(), zone });
    const { month } = viewOf(new URL(url).searchParams, today);
    const groupId = await groupOf(visitor);
    const isRendered = page.type === "home" && sessions.isRemembered(context);
    return {
      view: isRendered && hint !== null ? viewOfBrowser(actor, hint, today) : null,
      answers: await readPlanningVisit(responses, { actor, page, groupId, month, today }),
    };
  }

  return async function visitOf(context) {
    await limit(context, () => Promise.resolve());
    const hint = readVisitHint(context);
    const publicConfig = await config(context);
    const isShared = publicConfig.sharing;
    const configAnswer: VisitAnswer = { call: API.config, position: null, json: JSON.stringify(publicConfig) };
    const visitor = await visitorOf(context, hint);
    if (visitor === null) {
      const data = writeData(null, [configAnswer]);
      return { userId: null, isShared, data, view: viewOfNobody(context.req.path, hint) };
    }
    const { session, actor } = visitor;
    const accountAnswers: VisitAnswer[] = [
      configAnswer,
      { call: API.session, position: null, json: JSON.stringify(session) },
      { call: API.users, position: null, json: (await people(actor)).json },
    ];
    const { view, answers } = isShared ? await planningOf(context, visitor) : NO_PLANNING;
    return { userId: actor.id, isShared, data: writeData(actor.id, [...accountAnswers, ...answers]), view };
  };
}
