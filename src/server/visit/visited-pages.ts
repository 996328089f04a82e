import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { createAnswerMemory } from "../api/answers/answer-memory.ts";
import { sendStored } from "../api/answers/send-stored.ts";
import { StoredAnswer } from "../api/answers/stored-answer.ts";
import type { AppEnv } from "../api/request-context.ts";
import { type PageScripts, scriptsOf } from "./page-scripts.ts";
import { PageTemplate } from "./page-template.ts";
import type { Visit } from "./visits.ts";

const HTML = "text/html; charset=utf-8";
/** For a page without personal data: browsers may store it, and must revalidate it. */
const REVALIDATE = "no-cache";
/** For a page with personal data: no cache may store it. */
const NOT_KEPT = "private, no-store";
/** If the data take longer, the page is sent without them. Its own calls then show what is wrong. */
const PATIENCE_MS = 1500;
/** Pages without personal data differ only in their scripts and the configuration. */
const NOBODYS_MAX_BYTES = 1024 * 1024;

interface PagesDependencies {
  readonly html: string;
  readonly scripts: PageScripts;
  readonly visitOf: (context: Context<AppEnv>) => Promise<Visit>;
  /** Called with the reason when a page is sent without its data. */
  readonly onFailure: (error: unknown, context: Context<AppEnv>) => void;
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, sleep(milliseconds, null, { signal: timer.signal, ref: false })]);
  } finally {
    timer.abort();
  }
}

/** Sends the page with the data of its first screen; `null` if they cannot be read: send the page without data. */
export function createVisitedPages({ html, scripts, visitOf, onFailure }: PagesDependencies) {
  const template = new PageTemplate(html);
  const nobodys = createAnswerMemory<StoredAnswer<unknown>>(NOBODYS_MAX_BYTES);

  async function readVisit(context: Context<AppEnv>): Promise<Visit | null> {
    try {
      return await within(PATIENCE_MS, visitOf(context));
    } catch (error) {
      onFailure(error, context);
      return null;
    }
  }

  /** The same for all signed-out visitors, so it is built and compressed once. */
  function nobodysPage(page: string): StoredAnswer<unknown> {
    const known = nobodys.get(page) ?? new StoredAnswer(page);
    nobodys.set(page, known);
    return known;
  }

  return async function answerPage(context: Context<AppEnv>): Promise<Response | null> {
    const visit = await readVisit(context);
    if (visit === null) return null;
    const isSignedIn = visit.userId !== null;
    const links = scriptsOf(scripts, context.req.path, { isSignedIn, isShared: visit.isShared });
    const page = template.fill(visit.data, links);
    return isSignedIn
      ? sendStored(context, new StoredAnswer(page), { caching: NOT_KEPT, type: HTML, isTagged: false })
      : sendStored(context, nobodysPage(page), { caching: REVALIDATE, type: HTML });
  };
}
