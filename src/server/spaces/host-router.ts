import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { NO_SPACE_HEADER } from "#contract/front-door.ts";
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
import { addDoorRoutes, allowFormsToSpaces } from "./door/door-routes.ts";
import type { FrontDoor } from "./door/open-front-door.ts";
import type { SpacePool } from "./space-pool.ts";
import { readDestinations } from "./space-address.ts";

interface HostRouterDependencies extends ServerProcess {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly register: Register;
  readonly spacePool: SpacePool;
  /** What the front door's forms need. */
  readonly door: Pick<FrontDoor, "links" | "mails" | "rateLimit">;
}

/** A proxy that gets TLS certificates on demand (such as Caddy) asks here whether a host name is known. */
const KNOWN_SPACE_PATH = "/api/spaces/known";
const PROXY_PATHS: ReadonlySet<string> = new Set([...LOCAL_PATHS, KNOWN_SPACE_PATH]);

/** Returns a function: whether a host name is that of the front door, or of a space that is not deleted. */
function createKnownHostCheck({ baseUrl, register }: Pick<HostRouterDependencies, "baseUrl" | "register">) {
  // The proxy asks for names without a port.
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

/** The app at the installation's main address: forms to create and find spaces, metrics, and the health check. */
function createFrontDoorApp(dependencies: HostRouterDependencies): Hono<AppEnv> {
  const { settings, baseUrl, register, spacePool, metrics, version, clock } = dependencies;
  const app = new Hono<AppEnv>();
  const isKnown = createKnownHostCheck(dependencies);
  const limit = limitCalls({ isPrivate: settings.isPrivate, clock });
  app.use(allowFormsToSpaces(baseUrl));
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
    open: spacePool.countOpen,
    refused: spacePool.countFailedOpenings,
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
/** The header `retry-after`, in seconds. Browsers with unsent changes retry after this time. */
const RETRY_AFTER: Readonly<Partial<Record<SpacePageName, string>>> = { suspended: "3600", failed: "60" };

/** Adds the route for all other requests: a page that says why there is no space at this address. */
function addSpacePage(app: Hono<AppEnv>, name: SpacePageName, { site, baseUrl }: HostRouterDependencies): void {
  const renderInFrame = readDoorFrame(site);
  const retryAfter = RETRY_AFTER[name];
  addPageFiles(app, site);
  app.all("*", async (context) => {
    context.header("cache-control", "no-store");
    if (name !== "failed") context.header(NO_SPACE_HEADER, name);
    if (retryAfter !== undefined) context.header("retry-after", retryAfter);
    const sentence = SPACE_PAGES[name];
    return context.html(await renderInFrame(noSpaceContent(sentence, baseUrl), sentence), PAGE_STATUS[name]);
  });
}

/** An app that responds to every request with one of these pages. */
function createPageApp(dependencies: HostRouterDependencies, name: SpacePageName): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  addLogAndHeaders(app, { ...dependencies, counter: dependencies.metrics?.counter ?? null });
  addSpacePage(app, name, dependencies);
  return app;
}

type Environment = HttpBindings | Http2Bindings;

/**
 * Handles all requests of an installation with many spaces, by their Host header: the main address leads to the front
 * door, a space's address to the app of this space, which is opened if necessary. Other hosts get an error page.
 */
export function createHostRouter(dependencies: HostRouterDependencies) {
  const { baseUrl, spacePool } = dependencies;
  const destinationOf = readDestinations(baseUrl);
  const frontDoor = createFrontDoorApp(dependencies);
  const pages = {
    unknown: createPageApp(dependencies, "unknown"),
    suspended: createPageApp(dependencies, "suspended"),
    failed: createPageApp(dependencies, "failed"),
  };

  async function fetchFromSpace(slug: string, request: Request, env: Environment): Promise<Response> {
    const acquired = await spacePool.acquire(slug, "person").catch(() => "failed" as const);
    if (typeof acquired === "string") return pages[acquired].fetch(request, env);
    const { planning, release } = acquired;
    // The space stays open until the response has ended: a stream lasts longer than this call.
    if (env.outgoing.destroyed) release();
    else env.outgoing.once("close", release);
    return planning.app.fetch(request, env);
  }

  return async (request: Request, env: Environment): Promise<Response> => {
    const destination = destinationOf(request.headers.get("host"));
    if (typeof destination === "object") return fetchFromSpace(destination.slug, request, env);
    const isForServer =
      destination === "front-door" || isLocalMonitoring(request, env.incoming?.socket.remoteAddress, PROXY_PATHS);
    return (isForServer ? frontDoor : pages.unknown).fetch(request, env);
  };
}
