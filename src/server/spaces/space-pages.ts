import { SPACE_PAGES, TO_FRONT_DOOR } from "#text/spaces/front-door.ts";

type PageName = keyof typeof SPACE_PAGES;

const STATUS: Readonly<Record<PageName, number>> = { unknown: 404, suspended: 503, failed: 503 };
/** Seconds. A browser that keeps changes sends them again later. */
const RETRY_AFTER: Readonly<Partial<Record<PageName, string>>> = { suspended: "3600", failed: "60" };

function htmlOf(sentence: string, frontDoor: string): string {
  return `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <title>Diapason</title>
  </head>
  <body>
    <main>
      <h1>${sentence}</h1>
      <p><a href="${frontDoor}/">${TO_FRONT_DOOR}</a></p>
    </main>
  </body>
</html>
`;
}

/** The page at the address of a space that nobody can open. @param frontDoor its origin */
export function spacePage(name: PageName, frontDoor: string): Response {
  const retryAfter = RETRY_AFTER[name];
  return new Response(htmlOf(SPACE_PAGES[name], frontDoor), {
    status: STATUS[name],
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    },
  });
}
