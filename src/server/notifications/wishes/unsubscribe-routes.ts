import type { Context, Hono } from "hono";
import { LINKED_PAGES } from "#contract/paths.ts";
import { type Topic, TOPICS } from "#domain/notifications/topics.ts";
import { limitBody } from "../../api/body-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { LinkTokens } from "../../auth/links/link-tokens.ts";
import type { Database } from "../../database/database.ts";
import { ERROR_STATUS } from "../../errors.ts";
import { readWishesOfKnown } from "./read-wishes.ts";
import { ONE_CLICK, unsubscribePage, type UnsubscribeState } from "./unsubscribe-page.ts";
import { stopMail } from "./write-wishes.ts";

interface UnsubscribeDependencies {
  readonly database: Database;
  readonly linkTokens: LinkTokens;
}

interface Wanted {
  readonly userId: string;
  readonly topic: Topic;
}

/** Many times what a mail program sends. */
const LIMIT = { maxBytes: 4096, refusal: "request.too_large" } as const;
const VOID: UnsubscribeState = { type: "void" };

function isTopic(text: string | undefined): text is Topic {
  return (TOPICS as readonly (string | undefined)[]).includes(text);
}

/** Whether the body is that of a click: a form with `List-Unsubscribe=One-Click`, in either of its encodings. */
async function isOneClick(context: Context): Promise<boolean> {
  try {
    return (await context.req.parseBody())[ONE_CLICK.name] === ONE_CLICK.value;
  } catch {
    return false;
  }
}

function show(context: Context<AppEnv>, state: UnsubscribeState) {
  context.header("cache-control", "no-store");
  const status = state.type === "void" ? ERROR_STATUS["unsubscribe.link_invalid"] : 200;
  return context.html(unsubscribePage(state), status);
}

/**
 * Ends one kind of mail for the person of a link: by the one click of their mail program (RFC 8058), which has no
 * session, or by the button of a page. Reading the page changes nothing, as scanners follow every link.
 */
export function addUnsubscribeRoutes(app: Hono<AppEnv>, { database, linkTokens }: UnsubscribeDependencies): void {
  async function wantedBy(context: Context<AppEnv>): Promise<Wanted | null> {
    const token = context.req.query("t") ?? "";
    const [userId, topic, ...rest] = linkTokens.read("unsubscribe", token) ?? [];
    if (userId === undefined || !isTopic(topic) || rest.length > 0) return null;
    await context.get("countCall")(token);
    return { userId, topic };
  }

  app.get(LINKED_PAGES.unsubscribe, async (context) => {
    const wanted = await wantedBy(context);
    const wishes = wanted === null ? null : await readWishesOfKnown(database, wanted.userId);
    if (wanted === null || wishes === null) return show(context, VOID);
    const { topic } = wanted;
    return show(context, { type: wishes[topic].byMail ? "offered" : "done", topic });
  });

  app.post(LINKED_PAGES.unsubscribe, limitBody(LIMIT), async (context) => {
    const wanted = (await isOneClick(context)) ? await wantedBy(context) : null;
    const isDone = wanted !== null && (await stopMail(database, wanted.userId, wanted.topic));
    return show(context, isDone ? { type: "done", topic: wanted.topic } : VOID);
  });
}
