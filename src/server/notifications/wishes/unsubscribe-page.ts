import { html } from "hono/html";
import { LINKED_PAGES } from "#contract/paths.ts";
import type { Topic } from "#domain/notifications/topics.ts";
import { endedSentence, UNSUBSCRIBE_TEXTS, wouldEndSentence } from "#text/notifications/unsubscribe.ts";

/** What the page says: that a kind of mail can be ended, that it has been, or that the link is void. */
export type UnsubscribeState =
  | { readonly type: "offered"; readonly topic: Topic }
  | { readonly type: "done"; readonly topic: Topic }
  | { readonly type: "void" };

/** What a mail program sends in its one click (RFC 8058 §3.2), and the button of the page as well. */
export const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

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

/** A page of its own, which needs no session, no script, and nothing of the built page but its colours. */
export function unsubscribePage(state: UnsubscribeState): Html {
  switch (state.type) {
    case "offered":
      // Without an action the form is sent to the page's own address, which holds the token.
      return frame(
        heading,
        html`<p>${wouldEndSentence(state.topic)}</p>
          <form method="post">
            <input type="hidden" name="${ONE_CLICK.name}" value="${ONE_CLICK.value}" />
            <button type="submit">${button}</button>
          </form>
          <p class="quiet">${rest}</p>`,
      );
    case "done":
      return frame(
        doneHeading,
        html`<p role="status">${endedSentence(state.topic)}</p>
          <p class="quiet">${rest}</p>
          ${settingsLink}`,
      );
    case "void":
      return frame(voidHeading, settingsLink);
  }
}
