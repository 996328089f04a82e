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
import { checkSpaceForm, emailProblem, normaliseEmail } from "./check-forms.ts";
import type { RequestedSpace, CreationLinks } from "./creation-links.ts";
import type { DoorMails } from "./door-mails.ts";
import { doorContent, type DoorView, invalidLinkContent, linkContent, readDoorFrame } from "./door-page.ts";

interface DoorRoutesDependencies {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly site: WebSite;
  readonly register: Register;
  readonly links: Pick<CreationLinks, "check" | "createSpace">;
  readonly mails: DoorMails;
  readonly clock: () => Date;
}

type ContentStatus = 200 | 422 | 429;

/** More than the longest form. */
const BODY_MAX_BYTES = 16 * 1024;
/** What the page shows if a space cannot be created. */
const REFUSALS: Readonly<Record<"taken" | "full", Partial<DoorView>>> = {
  taken: { problems: { slug: SLUG_SENTENCES.taken } },
  full: { refusal: frontDoorText.full },
};

/** The text of a form's field; empty if the field is missing, was sent twice, or is a file. */
function textOf(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name];
  return typeof value === "string" ? value : "";
}

/**
 * Changes the content security policy: the form of a mailed link may redirect to the new space, which has another
 * origin. Mount this middleware before the one that sets the security headers.
 */
export function allowFormsToSpaces(baseUrl: string): MiddlewareHandler {
  const { protocol, host } = new URL(baseUrl);
  return async function allowSpaces(context, next) {
    await next();
    const policy = context.res.headers.get("content-security-policy") ?? "";
    const allowed = policy.replace("form-action 'self'", `form-action 'self' ${protocol}//*.${host}`);
    context.res.headers.set("content-security-policy", allowed);
  };
}

/** Routes of the front door: its page with two forms, and the page of the mailed link that creates a space. */
export function addDoorRoutes(app: Hono<AppEnv>, dependencies: DoorRoutesDependencies): void {
  const { settings, baseUrl, site, register, links, mails, clock } = dependencies;
  const isCreationOpen = settings.spaces?.isCreationOpen === true;
  const rateLimit = createRateLimit(register.database, clock);
  const renderInFrame = readDoorFrame(site);
  const suffix = `.${new URL(baseUrl).host}`;
  const commonView = { isCreationOpen, isMailSent: settings.mailUrl !== null, suffix };

  async function respondWith(
    context: Context<AppEnv>,
    content: ReturnType<typeof doorContent>,
    status: ContentStatus = 200,
  ) {
    context.header("cache-control", "no-store");
    return context.html(await renderInFrame(content), status);
  }

  const respondWithForms = (context: Context<AppEnv>, view: Partial<DoorView>, status: ContentStatus = 200) =>
    respondWith(context, doorContent({ ...commonView, ...view }), status);

  const isFree = async (slug: string) => (await register.find(slug)) === null;

  /** Runs `work`. If the rate limit refuses it, responds with the page, which shows why and keeps the typed values. */
  async function withinRateLimit(context: Context<AppEnv>, view: Partial<DoorView>, work: () => Promise<Response>) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.set("refusal", error.code);
      const { code, retryAfter } = error;
      if (retryAfter !== undefined) context.header("retry-after", String(retryAfter));
      const refusal = failureSentence({ code, ...(retryAfter !== undefined && { retryAfter }) });
      return respondWithForms(context, { ...view, refusal }, 429);
    }
  }

  function refuse(context: Context<AppEnv>, requested: RequestedSpace, state: keyof typeof REFUSALS) {
    return respondWithForms(context, { requested, ...REFUSALS[state] }, 422);
  }

  app.get("/", (context) => respondWithForms(context, {}));
  for (const path of [FRONT_DOOR.create, FRONT_DOOR.find, FRONT_DOOR.link]) {
    app.use(path, limitBody({ maxBytes: BODY_MAX_BYTES, refusal: "request.too_large" }));
  }
  app.get(FRONT_DOOR.free, async (context) => {
    const slug = context.req.query("slug") ?? "";
    const response: FreeSlug = { isFree: isSlug(slug) && (await isFree(slug)) };
    return context.json(response);
  });

  if (isCreationOpen) {
    app.post(FRONT_DOOR.create, async (context) => {
      const form = await context.req.parseBody();
      const fields = { name: textOf(form, "name"), slug: textOf(form, "slug"), email: textOf(form, "email") };
      const { requested, problems } = checkSpaceForm(fields);
      const isTaken = problems.slug === undefined && !(await isFree(requested.slug));
      const allProblems = isTaken ? { ...problems, slug: SLUG_SENTENCES.taken } : problems;
      if (Object.keys(allProblems).length > 0)
        return respondWithForms(context, { requested, problems: allProblems, isFree: !("slug" in allProblems) }, 422);
      if (await register.isFull()) return refuse(context, requested, "full");
      return withinRateLimit(context, { requested, isFree: true }, async () => {
        await rateLimit.count(frontDoorRules(context.get("clientNetwork"), requested.email));
        await mails.sendLink(requested);
        return respondWithForms(context, { sent: "link" });
      });
    });
  }

  app.post(FRONT_DOOR.find, async (context) => {
    const email = normaliseEmail(textOf(await context.req.parseBody(), "email"));
    const search = { email, problem: emailProblem(email) };
    if (search.problem !== undefined) return respondWithForms(context, { search }, 422);
    return withinRateLimit(context, { search }, async () => {
      await rateLimit.count(frontDoorRules(context.get("clientNetwork"), email));
      await mails.sendList(email);
      return respondWithForms(context, { sent: "list" });
    });
  });

  app.get(FRONT_DOOR.link, async (context) => {
    const token = context.req.query("token") ?? "";
    const link = await links.check(token);
    if (link.state === "invalid") return respondWith(context, invalidLinkContent());
    if (link.state === "taken" || link.state === "full") return refuse(context, link.requested, link.state);
    return respondWith(context, linkContent(token, new URL(spaceOrigin(baseUrl, link.requested.slug)).host));
  });
  app.post(FRONT_DOOR.link, async (context) => {
    const outcome = await links.createSpace(textOf(await context.req.parseBody(), "token"));
    if (outcome.state === "made") return context.redirect(outcome.url, 303);
    if (outcome.state === "invalid") return respondWith(context, invalidLinkContent());
    return refuse(context, outcome.requested, outcome.state);
  });
  // For a user who reloads the page after sending a form.
  for (const path of [FRONT_DOOR.create, FRONT_DOOR.find]) app.get(path, (context) => context.redirect("/", 303));
}
