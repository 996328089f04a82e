import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { ERROR_STATUS } from "#contract/errors.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { type Topic, TOPICS } from "#domain/notifications/topics.ts";
import { UNSUBSCRIBE_SENTENCES, UNSUBSCRIBE_TEXTS } from "#text/notifications/notifications.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { limitBody } from "../../api/request-body.ts";
import type { LinkTokens } from "../../auth/links/link-tokens.ts";
import type { Database } from "../../database/database.ts";
import { readCurrentId } from "../../database/read-current-id.ts";
import { hasPerson } from "../../mail/write-mail-outcomes.ts";
import { readOwnPreferences } from "./read-preferences.ts";
import { stopMail } from "./write-preferences.ts";

/** What the page shows: a button that ends one kind of mail, that it has been ended, or that the link is invalid. */
type UnsubscribeState =
  | { readonly type: "offered"; readonly topic: Topic }
  | { readonly type: "done"; readonly topic: Topic }
  | { readonly type: "void" };

/** The form field that a mail program sends at one click (RFC 8058 §3.2). The page's form sends it too. */
const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

const { product, heading, rest, button, doneHeading, voidHeading, settings } = UNSUBSCRIBE_TEXTS;

type Html = ReturnType<typeof html>;

function frame(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${product}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/plain-page.css" />
      </head>
      <body>
        <main>
          <p class="product">${product}</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

const settingsLink = html`<p><a href="${LINKED_PAGES.notifications}">${settings}</a></p>`;

/** A page without session, scripts and React. It shares only its style sheet's colours with the application. */
function unsubscribePage(state: UnsubscribeState): Html {
  switch (state.type) {
    case "offered":
      // Without an action the form is sent to the page's own address, which holds the token.
      return frame(
        heading,
        html`<p>${UNSUBSCRIBE_SENTENCES[state.topic].wouldEnd}</p>
          <form method="post">
            <input type="hidden" name="${ONE_CLICK.name}" value="${ONE_CLICK.value}" />
            <button type="submit">${button}</button>
          </form>
          <p class="quiet">${rest}</p>`,
      );
    case "done":
      return frame(
        doneHeading,
        html`<p role="status">${UNSUBSCRIBE_SENTENCES[state.topic].ended}</p>
          <p class="quiet">${rest}</p>
          ${settingsLink}`,
      );
    case "void":
      return frame(voidHeading, settingsLink);
  }
}

interface UnsubscribeDependencies {
  readonly database: Database;
  readonly linkTokens: LinkTokens;
}

interface UnsubscribeLink {
  readonly userId: string;
  readonly topic: Topic;
}

/** Many times the size of a mail program's request. */
const BODY_LIMIT = { maxBytes: 4096, refusal: "request.too_large" } as const;
const VOID: UnsubscribeState = { type: "void" };

function isTopic(text: string | undefined): text is Topic {
  return (TOPICS as readonly (string | undefined)[]).includes(text);
}

/** Whether the body is a form with `List-Unsubscribe=One-Click`, in either of the encodings of forms. */
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
 * The routes of unsubscribe links. A POST ends one kind of mail for the link's person: from one click in their mail program
 * (RFC 8058), which has no session, or from the button of the page. A GET changes nothing, because mail scanners follow links.
 */
export function addUnsubscribeRoutes(app: Hono<AppEnv>, { database, linkTokens }: UnsubscribeDependencies): void {
  /** `null`: the link's token is invalid. */
  async function readLink(context: Context<AppEnv>): Promise<UnsubscribeLink | null> {
    const token = context.req.query("t") ?? "";
    const [userId, topic, ...more] = linkTokens.read("unsubscribe", token) ?? [];
    if (userId === undefined || !isTopic(topic) || more.length > 0) return null;
    await context.get("countCall")(token);
    return { userId: await readCurrentId(database, userId), topic };
  }

  app.get(LINKED_PAGES.unsubscribe, async (context) => {
    const link = await readLink(context);
    if (link === null || !(await hasPerson(database, link.userId))) return show(context, VOID);
    const { userId, topic } = link;
    const preferences = await readOwnPreferences(database, userId);
    return show(context, { type: preferences[topic].byMail ? "offered" : "done", topic });
  });

  app.post(LINKED_PAGES.unsubscribe, limitBody(BODY_LIMIT), async (context) => {
    const link = (await isOneClick(context)) ? await readLink(context) : null;
    const isDone = link !== null && (await stopMail(database, link.userId, link.topic));
    return show(context, isDone ? { type: "done", topic: link.topic } : VOID);
  });
}
