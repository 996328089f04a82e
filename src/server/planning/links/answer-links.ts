import type { Context, Hono } from "hono";
import type { AnswerByLink, LinkedAnswer } from "#contract/notifications/answer-links.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import { endOfEvent, timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { answerEffect } from "#domain/line-up/answer-effect.ts";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import type { Person } from "#domain/people/people.ts";
import { detailsOf, type PlannedEvent, rolesNeeded } from "#domain/planning/planning.ts";
import { addRoute, type AppEnv, type Handle } from "../../api/operation-route.ts";
import { answerLinkRules } from "../../api/rate-limit.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Auth } from "../../auth/auth.ts";
import type { LinkTokens } from "../../auth/links/link-tokens.ts";
import type { Queryable } from "../../database/database.ts";
import { readCurrentId } from "../../database/read-current-id.ts";
import { Refusal } from "../../errors.ts";
import { findPerson, readEntrusted } from "../changes/read-rights.ts";
import { readElsewhere } from "../events/read-elsewhere.ts";
import { readEvent } from "../events/read-events.ts";
import { readGroup } from "../groups/read-groups.ts";
import type { AcceptChange, SharedPlanning } from "../shared-planning.ts";

interface AnswerLinkDependencies {
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly auth: Pick<Auth, "sessions" | "rateLimit" | "defaultAdmin">;
  readonly linkTokens: LinkTokens;
  readonly settings: { readonly timeZone: string };
}

/** The person and the event of a link. */
interface Linked {
  readonly person: UserRecord;
  readonly event: PlannedEvent;
}

/** Refusals of `accept` that mean that the link's person or event no longer exists. */
const GONE: ReadonlySet<string> = new Set(["account.deleted", "event.not_found", "planning.not_shared"]);

function throwVoidIfGone(error: unknown): never {
  throw error instanceof Refusal && GONE.has(error.code) ? new Refusal("answer_link.void") : error;
}

/** The field `entrusted`: members of the event's group who are entrusted to the link's person. Absent if there are none. */
function entrustedField(entrusted: readonly Person[], event: PlannedEvent, memberIds: readonly string[]) {
  const members = entrusted.filter(({ id }) => memberIds.includes(id));
  if (members.length === 0) return {};
  const shownMembers = members.map(({ id, firstName, lastName }) => {
    const answer = givenAnswerOf(event.availability, id);
    return { id, firstName, lastName, answer, plays: rolesToPlay(event, id) };
  });
  return { entrusted: shownMembers };
}

/** What the page of the link shows: the event, the person's answer, and whether the group can play with them. */
async function presentLinked(database: Queryable, { person, event }: Linked, timeZone: string): Promise<LinkedAnswer> {
  const group = await readGroup(database, event.groupId);
  const requiredRoles = rolesNeeded(event, group);
  const question = {
    availability: event.availability,
    // The effect of an answer depends only on who is present, which `availability` says.
    people: [],
    combinablePairs: group?.combinablePairs ?? [],
    requiredRoles,
    isPast: false,
  };
  const memberIds = group?.memberIds ?? [];
  const entrusted = entrustedField(await readEntrusted(database, person.id), event, memberIds);
  // A guardian who is not a member of the group answers only for the people entrusted to them.
  const isForOthersOnly = "entrusted" in entrusted && !memberIds.includes(person.id);
  const elsewhere = (await readElsewhere(database, event, person.id)).get(person.id);
  return {
    ...entrusted,
    ...(isForOthersOnly && { isForOthersOnly }),
    state: "open",
    firstName: person.firstName,
    event: { id: event.id, ...detailsOf(event) },
    answer: givenAnswerOf(event.availability, person.id),
    effect: answerEffect(question, person),
    requiredRoles,
    plays: rolesToPlay(event, person.id),
    ...(elsewhere && { elsewhere }),
    timeZone,
  };
}

/** The calls of the links in mails and notifications: reading an event, and answering. A token replaces the session. */
export function addAnswerLinkRoutes(app: Hono<AppEnv>, dependencies: AnswerLinkDependencies): void {
  const { planning, accept, linkTokens, settings } = dependencies;
  const { sessions, rateLimit, defaultAdmin } = dependencies.auth;
  const { database } = planning;
  const { timeZone } = settings;
  const zone = timeZoneNamed(timeZone);
  const countVoid = (context: Context<AppEnv>) => rateLimit.count(answerLinkRules(context.get("clientNetwork")));

  function isOver(event: PlannedEvent): boolean {
    return planning.now().getTime() >= endOfEvent(event, zone);
  }

  /** @throws Refusal `answer_link.void` in all cases, so that it does not reveal whether an account or event exists */
  async function readLinked(token: string): Promise<Linked> {
    const [userId, eventId] = linkTokens.read("answer", token) ?? [];
    if (userId === undefined || eventId === undefined || !(await planning.isShared()))
      throw new Refusal("answer_link.void");
    const person = await findPerson(database, await readCurrentId(database, userId));
    const event = await readEvent(database, eventId);
    const mayAnswer = person !== null && (!person.isBuiltIn || defaultAdmin.hasRights(person));
    if (!mayAnswer || event === null) throw new Refusal("answer_link.void");
    return { person, event };
  }

  /** Stores the answer of the link's person, or of the person `sentUserId`, who must be entrusted to them. */
  async function setAnswer({ token, status, givenFor, userId: sentUserId }: AnswerByLink): Promise<LinkedAnswer> {
    const { person, event } = await readLinked(token);
    const userId = sentUserId === undefined ? person.id : await readCurrentId(database, sentUserId);
    // A link does not give the rights that its person has as an admin or leader.
    const isOwn = userId === person.id;
    const entrusted = isOwn ? [] : await readEntrusted(database, person.id);
    if (!isOwn && !entrusted.some(({ id }) => id === userId)) throw new Refusal("answer_link.void");
    if (isOver(event)) throw new Refusal("answer_link.over");
    const wanted = {
      type: "availability.set" as const,
      eventId: event.id,
      userId,
      answer: status,
      givenFor: givenFor ?? { date: event.date, time: event.time },
      comment: undefined,
      answeredAt: planning.now(),
    };
    await accept(person.id, wanted, () => Promise.resolve(null)).catch(throwVoidIfGone);
    return presentLinked(database, await readLinked(token), timeZone);
  }

  /**
   * Runs `work` within the call limits. A call with a genuine token counts for this link, even if its person or event was
   * deleted. A call with a void link counts for the network, as somebody may be guessing tokens there. Valid links of that
   * network still work.
   */
  async function withinLimits<Result>(
    context: Context<AppEnv>,
    token: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (linkTokens.read("answer", token) !== null) await context.get("countCall")(token);
    try {
      return await work();
    } catch (error) {
      const isVoid = error instanceof Refusal && error.code === "answer_link.void";
      if (isVoid) await countVoid(context);
      throw error;
    }
  }

  const handleRead: Handle<typeof OPERATIONS.readLinkedEvent> = ({ context, body: { token } }) =>
    withinLimits(context, token, async () => {
      const linked = await readLinked(token);
      if (isOver(linked.event)) return { state: "over", eventId: linked.event.id };
      return presentLinked(database, linked, timeZone);
    });
  const handleAnswer: Handle<typeof OPERATIONS.answerByLink> = ({ context, body }) =>
    withinLimits(context, body.token, () => setAnswer(body));
  addRoute(app, OPERATIONS.readLinkedEvent, sessions, handleRead, { refused: countVoid });
  addRoute(app, OPERATIONS.answerByLink, sessions, handleAnswer, { refused: countVoid });
}
