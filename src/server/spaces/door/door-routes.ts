import type { Context, Hono, MiddlewareHandler } from "hono";
import { type FreeSlug, FRONT_DOOR } from "#contract/front-door.ts";
import { isSlug } from "#domain/spaces/slug.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { frontDoorText, SLUG_SENTENCES } from "#text/spaces/front-door.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { createRateLimit, frontDoorRules } from "../../api/rate-limit.ts";
import { limitBody } from "../../api/request-body.ts";
import type { Register } from "../../database/register/register.ts";
import type { Settings } from "../../env.ts";
import { Refusal } from "../../errors.ts";
import type { WebSite } from "../../web-site.ts";
import { spaceOrigin } from "../space-address.ts";
import { checkSpaceForm, emailProblem, normalEmail } from "./check-forms.ts";
import type { AskedSpace, CreationLinks } from "./creation-links.ts";
import type { DoorMails } from "./door-mails.ts";
import { doorContent, type DoorView, linkContent, readDoorFrame, voidLinkContent } from "./door-page.ts";

interface DoorRoutesDependencies {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly site: WebSite;
  readonly register: Register;
  readonly links: Pick<CreationLinks, "look" | "follow">;
  readonly mails: DoorMails;
  readonly clock: () => Date;
}

/** More than the longest form. */
const BODY_MAX_BYTES = 16 * 1024;
/** How the page shows why a space cannot be created. */
const REFUSALS: Readonly<Record<"taken" | "full", Partial<DoorView>>> = {
  taken: { problems: { slug: SLUG_SENTENCES.taken } },
  full: { refusal: frontDoorText.full },
};

/** The text of a form's field; empty if it is missing, was sent twice, or is a file. */
function textOf(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name];
  return typeof value === "string" ? value : "";
}

/**
 * Allows forms to redirect to spaces, which have other origins: a link's form does. Mount it before the security headers,
 * which it changes.
 */
export function allowForms(baseUrl: string): MiddlewareHandler {
  const { protocol, host } = new URL(baseUrl);
  return async function allowSpaces(context, next) {
    await next();
    const policy = context.res.headers.get("content-security-policy") ?? "";
    const allowed = policy.replace("form-action 'self'", `form-action 'self' ${protocol}//*.${host}`);
    context.res.headers.set("content-security-policy", allowed);
  };
}

/** The page of the front door, its forms, and the links that it mails. */
export function addDoorRoutes(app: Hono<AppEnv>, dependencies: DoorRoutesDependencies): void {
  const { settings, baseUrl, site, register, links, mails, clock } = dependencies;
  const isCreationOpen = settings.spaces?.isCreationOpen === true;
  const rateLimit = createRateLimit(register.database, clock);
  const renderInFrame = readDoorFrame(site);
  const ending = `.${new URL(baseUrl).host}`;
  const commonView = { isCreationOpen, sendsMails: settings.mailUrl !== null, ending };

  async function answerPage(
    context: Context<AppEnv>,
    content: ReturnType<typeof doorContent>,
    status: 200 | 422 = 200,
  ) {
    context.header("cache-control", "no-store");
    return context.html(await renderInFrame(content), status);
  }

  const answerForms = (context: Context<AppEnv>, view: Partial<DoorView>, status: 200 | 422 = 200) =>
    answerPage(context, doorContent({ ...commonView, ...view }), status);

  const isFree = async (slug: string) => (await register.find(slug)) === null;

  /** Runs `work`. A refusal of the rate limit is shown on the page, which keeps what was typed. */
  async function withinLimit(context: Context<AppEnv>, view: Partial<DoorView>, work: () => Promise<Response>) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.set("refusal", error.code);
      const { code, retryAfter } = error;
      if (retryAfter !== undefined) context.header("retry-after", String(retryAfter));
      const refusal = failureSentence({ code, ...(retryAfter !== undefined && { retryAfter }) });
      const page = await answerForms(context, { ...view, refusal }, 422);
      return new Response(page.body, { status: 429, headers: page.headers });
    }
  }

  function refuse(context: Context<AppEnv>, asked: AskedSpace, state: keyof typeof REFUSALS) {
    return answerForms(context, { asked, ...REFUSALS[state] }, 422);
  }

  app.get("/", (context) => answerForms(context, {}));
  for (const path of [FRONT_DOOR.create, FRONT_DOOR.find, FRONT_DOOR.link]) {
    app.use(path, limitBody({ maxBytes: BODY_MAX_BYTES, refusal: "request.too_large" }));
  }
  app.get(FRONT_DOOR.free, async (context) => {
    const slug = context.req.query("slug") ?? "";
    const answer: FreeSlug = { isFree: isSlug(slug) && (await isFree(slug)) };
    return context.json(answer);
  });

  if (isCreationOpen) {
    app.post(FRONT_DOOR.create, async (context) => {
      const form = await context.req.parseBody();
      const fields = { name: textOf(form, "name"), slug: textOf(form, "slug"), email: textOf(form, "email") };
      const { asked, problems } = checkSpaceForm(fields);
      const isTaken = problems.slug === undefined && !(await isFree(asked.slug));
      const allProblems = isTaken ? { ...problems, slug: SLUG_SENTENCES.taken } : problems;
      if (Object.keys(allProblems).length > 0)
        return answerForms(context, { asked, problems: allProblems, isFree: !("slug" in allProblems) }, 422);
      if (await register.isFull()) return refuse(context, asked, "full");
      return withinLimit(context, { asked, isFree: true }, async () => {
        await rateLimit.count(frontDoorRules(context.get("clientNetwork"), asked.email));
        await mails.sendLink(asked);
        return answerForms(context, { sent: "link" });
      });
    });
  }

  app.post(FRONT_DOOR.find, async (context) => {
    const email = normalEmail(textOf(await context.req.parseBody(), "email"));
    const search = { email, problem: emailProblem(email) };
    if (search.problem !== undefined) return answerForms(context, { search }, 422);
    return withinLimit(context, { search }, async () => {
      await rateLimit.count(frontDoorRules(context.get("clientNetwork"), email));
      await mails.sendList(email);
      return answerForms(context, { sent: "list" });
    });
  });

  app.get(FRONT_DOOR.link, async (context) => {
    const token = context.req.query("token") ?? "";
    const found = await links.look(token);
    if (found.state === "void") return answerPage(context, voidLinkContent());
    if (found.state === "taken" || found.state === "full") return refuse(context, found.asked, found.state);
    return answerPage(context, linkContent(token, new URL(spaceOrigin(baseUrl, found.asked.slug)).host));
  });
  app.post(FRONT_DOOR.link, async (context) => {
    const found = await links.follow(textOf(await context.req.parseBody(), "token"));
    if (found.state === "made") return context.redirect(found.url, 303);
    if (found.state === "void" || found.state === "ready") return answerPage(context, voidLinkContent());
    return refuse(context, found.asked, found.state);
  });
  // For a reload after a form was sent.
  for (const path of [FRONT_DOOR.create, FRONT_DOOR.find]) app.get(path, (context) => context.redirect("/", 303));
}
