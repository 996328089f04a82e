import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { SPACE_PAGES } from "#text/spaces/front-door.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { addLogAndHeaders, addErrorResponses, addMiddleware } from "../api/request-middleware.ts";
import type { ServerProcess } from "../app.ts";
import type { Register } from "../database/register/register.ts";
import type { Settings } from "../env.ts";
import { limitCalls } from "../http/call-limit.ts";
import { LOCAL_PATHS, isLocalMonitoring } from "../http/own-site.ts";
import { addMetricsRoute } from "../metrics/metrics-route.ts";
import { addPageFiles } from "../web-site.ts";
import { noSpaceContent, readDoorFrame } from "./door/door-page.ts";
import { addDoorRoutes, allowForms } from "./door/door-routes.ts";
import type { FrontDoor } from "./door/open-front-door.ts";
import type { Lodging } from "./lodging.ts";
import { readDestinations } from "./space-address.ts";

interface FrontDoorDependencies extends ServerProcess {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly register: Register;
  readonly lodging: Lodging;
  /** The links and mails of its forms. */
  readonly door: Pick<FrontDoor, "links" | "mails">;
}

/** Proxies that fetch certificates on demand ask here whether a space with this name exists. */
const KNOWN_SPACE_PATH = "/api/spaces/known";
const PROXY_PATHS: ReadonlySet<string> = new Set([...LOCAL_PATHS, KNOWN_SPACE_PATH]);

/** Returns a function that tells whether a host name is the front door's, or that of a space that is not deleted. */
function createKnownNames({ baseUrl, register }: Pick<FrontDoorDependencies, "baseUrl" | "register">) {
  const { protocol, hostname } = new URL(baseUrl);
  const destinationOf = readDestinations(`${protocol}//${hostname}`);
  return async (domain: string): Promise<boolean> => {
    const destination = destinationOf(domain);
    if (destination === "nowhere") return false;
    if (destination === "front-door") return true;
    const space = await register.find(destination.slug);
    return space !== null && space.state !== "deleted";
  };
}

/** The app at the front door's own address. */
function createFrontDoorApp(dependencies: FrontDoorDependencies): Hono<AppEnv> {
  const { settings, baseUrl, register, lodging, metrics, version, clock } = dependencies;
  const app = new Hono<AppEnv>();
  const isKnown = createKnownNames(dependencies);
  const limit = limitCalls({ isPrivate: settings.isPrivate, clock });
  app.use(allowForms(baseUrl));
  addMiddleware(app, { ...dependencies, counter: metrics?.counter ?? null, limit, localPaths: PROXY_PATHS });
  app.get(OPERATIONS.health.path, async (context) => {
    await register.database.ping();
    return context.json({ status: "ok" });
  });
  app.get(KNOWN_SPACE_PATH, async (context) =>
    context.body(null, (await isKnown(context.req.query("domain") ?? "")) ? 200 : 404),
  );
  const figures = metrics?.figuresOfSpaces({
    version,
    engine: register.database.engine,
    open: lodging.countOpen,
    refused: lodging.countRefused,
    all: register.count,
  });
  addMetricsRoute(app, settings.metricsToken, figures ?? null);
  addDoorRoutes(app, { ...dependencies, ...dependencies.door });
  addSpacePage(app, "unknown", dependencies);
  addErrorResponses(app, { ...dependencies, database: register.database });
  return app;
}

type SpacePageName = keyof typeof SPACE_PAGES;

const PAGE_STATUS = { unknown: 404, suspended: 503, failed: 503 } as const;
/** In seconds. Browsers with unsent changes try again after this time. */
const RETRY_AFTER: Readonly<Partial<Record<SpacePageName, string>>> = { suspended: "3600", failed: "60" };

/** Answers all other requests with the page that says why a space cannot be opened. */
function addSpacePage(app: Hono<AppEnv>, name: SpacePageName, { site, baseUrl }: FrontDoorDependencies): void {
  const renderInFrame = readDoorFrame(site);
  const retryAfter = RETRY_AFTER[name];
  addPageFiles(app, site);
  app.all("*", async (context) => {
    context.header("cache-control", "no-store");
    if (retryAfter !== undefined) context.header("retry-after", retryAfter);
    const sentence = SPACE_PAGES[name];
    return context.html(await renderInFrame(noSpaceContent(sentence, baseUrl), sentence), PAGE_STATUS[name]);
  });
}

/** Answers every request with one page. */
function createPageApp(dependencies: FrontDoorDependencies, name: SpacePageName): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  addLogAndHeaders(app, { ...dependencies, counter: dependencies.metrics?.counter ?? null });
  addSpacePage(app, name, dependencies);
  return app;
}

type Environment = HttpBindings | Http2Bindings;

/** Answers a request with the front door, the space that its host names, or a page that says why there is none. */
export type AnswerAnyHost = (request: Request, env: Environment) => Promise<Response>;

export function createHosts(dependencies: FrontDoorDependencies): AnswerAnyHost {
  const { baseUrl, lodging } = dependencies;
  const destinationOf = readDestinations(baseUrl);
  const frontDoor = createFrontDoorApp(dependencies);
  const pages = {
    unknown: createPageApp(dependencies, "unknown"),
    suspended: createPageApp(dependencies, "suspended"),
    failed: createPageApp(dependencies, "failed"),
  };

  async function answerInSpace(slug: string, request: Request, env: Environment): Promise<Response> {
    const visit = await lodging.enter(slug, "person").catch(() => "failed" as const);
    if (typeof visit === "string") return pages[visit].fetch(request, env);
    // The visit ends with the response, because a stream lasts longer than this call.
    if (env.outgoing.destroyed) visit.leave();
    else env.outgoing.once("close", visit.leave);
    return visit.planning.app.fetch(request, env);
  }

  return async (request, env) => {
    const destination = destinationOf(request.headers.get("host"));
    if (typeof destination === "object") return answerInSpace(destination.slug, request, env);
    const isForServer =
      destination === "front-door" || isLocalMonitoring(request, env.incoming?.socket.remoteAddress, PROXY_PATHS);
    return (isForServer ? frontDoor : pages.unknown).fetch(request, env);
  };
}
