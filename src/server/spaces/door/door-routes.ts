import type { Context, Hono, MiddlewareHandler } from "hono";
import { type FreeSlug, FRONT_DOOR } from "#contract/front-door.ts";
import { isSlug } from "#domain/spaces/slug.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { frontDoorText, SLUG_SENTENCES } from "#text/spaces/front-door.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { frontDoorRules } from "../../api/rate-limit.ts";
import { limitBody } from "../../api/request-body.ts";
import type { Register } from "../../database/register/register.ts";
import type { Settings } from "../../env.ts";
import { Refusal } from "../../errors.ts";
import type { WebSite } from "../../web-site.ts";
import { spaceOrigin } from "../space-address.ts";
import { checkSpaceForm, emailProblem, normaliseEmail } from "./check-forms.ts";
import type { RefusedLink } from "./creation-links.ts";
import { doorContent, type DoorView, invalidLinkContent, linkContent, readDoorFrame } from "./door-page.ts";
import type { FrontDoor } from "./open-front-door.ts";

interface DoorRoutesDependencies extends Pick<FrontDoor, "links" | "mails" | "rateLimit"> {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly site: WebSite;
  readonly register: Register;
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
  const { settings, baseUrl, site, register, links, mails, rateLimit } = dependencies;
  const isCreationOpen = settings.spaces?.isCreationOpen === true;
  const renderInFrame = readDoorFrame(site);
  const suffix = `.${new URL(baseUrl).host}`;
  const commonView = { isCreationOpen, isMailSent: settings.mailUrl !== null, suffix };

  async function respondWith(
    context: Context<AppEnv>,
    content: ReturnType<typeof doorContent>,
    { status = 200, title }: { readonly status?: ContentStatus; readonly title?: string } = {},
  ) {
    context.header("cache-control", "no-store");
    return context.html(await renderInFrame(content, title), status);
  }

  const respondWithForms = (context: Context<AppEnv>, view: Partial<DoorView>, status: ContentStatus = 200) =>
    respondWith(context, doorContent({ ...commonView, ...view }), { status });

  const isFree = async (slug: string) => (await register.find(slug)) === null;

  /** Sends a mail, unless the rate limit refuses it: then the page shows why, and keeps the typed values. */
  async function respondBySending(
    context: Context<AppEnv>,
    email: string,
    { typed, sent, send }: { typed: Partial<DoorView>; sent: "link" | "list"; send: () => Promise<void> },
  ) {
    try {
      await rateLimit.count(frontDoorRules(context.get("clientNetwork"), email));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.set("refusal", error.code);
      if (error.retryAfter !== undefined) context.header("retry-after", String(error.retryAfter));
      return respondWithForms(context, { ...typed, refusal: failureSentence(error) }, 429);
    }
    await send();
    return respondWithForms(context, { sent });
  }

  function refuse(context: Context<AppEnv>, link: RefusedLink) {
    if (link.state === "invalid") return respondWith(context, invalidLinkContent(), { title: frontDoorText.linkVoid });
    return respondWithForms(context, { requested: link.requested, ...REFUSALS[link.state] }, 422);
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
      const { requested, problems } = await checkSpaceForm(fields, isFree);
      if (Object.values(problems).some((problem) => problem !== undefined)) {
        return respondWithForms(context, { requested, problems, isFree: problems.slug === undefined }, 422);
      }
      if (await register.isFull()) return refuse(context, { state: "full", requested });
      return respondBySending(context, requested.email, {
        typed: { requested, isFree: true },
        sent: "link",
        send: () => mails.sendLink(requested),
      });
    });
  }

  app.post(FRONT_DOOR.find, async (context) => {
    const email = normaliseEmail(textOf(await context.req.parseBody(), "email"));
    const search = { email, problem: emailProblem(email) };
    if (search.problem !== undefined) return respondWithForms(context, { search }, 422);
    return respondBySending(context, email, { typed: { search }, sent: "list", send: () => mails.sendList(email) });
  });

  app.get(FRONT_DOOR.link, async (context) => {
    const token = context.req.query("token") ?? "";
    const link = await links.check(token);
    if (link.state !== "ready") return refuse(context, link);
    const { host } = new URL(spaceOrigin(baseUrl, link.requested.slug));
    return respondWith(context, linkContent(token, host), { title: host });
  });
  app.post(FRONT_DOOR.link, async (context) => {
    const link = await links.createSpace(textOf(await context.req.parseBody(), "token"));
    return link.state === "made" ? context.redirect(link.url, 303) : refuse(context, link);
  });
  // For a user who reloads the page after sending a form.
  for (const path of [FRONT_DOOR.create, FRONT_DOOR.find]) app.get(path, (context) => context.redirect("/", 303));
}
