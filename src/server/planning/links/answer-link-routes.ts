import type { Context, Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Callers } from "../../api/actor.ts";
import { addRoute, type Handle } from "../../api/operation-route.ts";
import { answerLinkRules, type RateLimit } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { Refusal } from "../../errors.ts";
import type { AnswerLinks } from "./answer-links.ts";

interface AnswerLinkRouteDependencies {
  readonly callers: Callers;
  readonly links: AnswerLinks;
  readonly rateLimit: RateLimit;
}

/** The two calls of an answer link: what it is about, and the answer. */
export function addAnswerLinkRoutes(
  app: Hono<AppEnv>,
  { callers, links, rateLimit }: AnswerLinkRouteDependencies,
): void {
  const countVoid = (context: Context<AppEnv>) => rateLimit.count(answerLinkRules(context.get("clientNetwork")));

  /**
   * Calls by a genuine link count for this link. Void links count for the network, which people with good links may
   * share: theirs are answered all the same.
   */
  async function limited<Answer>(
    context: Context<AppEnv>,
    token: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (links.isGenuine(token)) await context.get("countCall")(token);
    try {
      return await work();
    } catch (error) {
      const isVoid = error instanceof Refusal && error.code === "answer_link.void";
      if (isVoid) await countVoid(context);
      throw error;
    }
  }

  const read: Handle<typeof OPERATIONS.readLinkedEvent> = ({ context, body: { token } }) =>
    limited(context, token, () => links.read(token));
  const answer: Handle<typeof OPERATIONS.answerByLink> = ({ context, body }) =>
    limited(context, body.token, () => links.answer(body));
  addRoute(app, OPERATIONS.readLinkedEvent, callers, read, { refused: countVoid });
  addRoute(app, OPERATIONS.answerByLink, callers, answer, { refused: countVoid });
}
