import type { Hono, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { CALENDAR_FEEDS, LINKED_PAGES, METRICS_PATH } from "#contract/paths.ts";
import type { Settings } from "../env.ts";
import { Refusal } from "../errors.ts";
import { clientAddress, isForwarded, networkOf } from "../http/client-address.ts";
import { ownSiteOnly } from "../http/own-site.ts";
import { requestLog, type RequestCounter } from "../http/request-log.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { PeerOwners } from "../peer/peer-owner.ts";
import type { AppEnv } from "./request-context.ts";
import { sendStreams } from "./stream-answer.ts";

interface ArrivalDependencies {
  readonly settings: Settings;
  /** The site's public origin. */
  readonly baseUrl: string;
  readonly peers: PeerOwners;
  readonly logger: Logger;
  readonly counter: RequestCounter | null;
}

interface BorderDependencies extends ArrivalDependencies {
  /** Limits the calls of each network and user. */
  readonly limit: MiddlewareHandler;
  /** Addresses for programs on this machine; left out: those of any planning. */
  readonly localPaths?: ReadonlySet<string>;
}

/** Many times the length of our longest link with its token. */
const URL_MAX_CHARACTERS = 4096;

const refuseLongAddress: MiddlewareHandler = async (context, next) => {
  if (context.req.url.length > URL_MAX_CHARACTERS) throw new Refusal("request.address_too_long");
  await next();
};

/** Logs every request and gives its response the security headers, whatever its host. */
export function addArrival(app: Hono<AppEnv>, dependencies: ArrivalDependencies): void {
  const { settings, baseUrl, peers, logger, counter } = dependencies;
  const log = requestLog({ logger, trustedProxies: settings.trustedProxies, counter });
  app.use(sendStreams, log, securityHeaders({ ...settings, origin: baseUrl }));
  app.use(async (context, next) => {
    const { headers } = context.req.raw;
    const { incoming } = context.env;
    const address = clientAddress(incoming?.socket.remoteAddress, headers, settings.trustedProxies);
    context.set("clientAddress", address);
    context.set("clientNetwork", networkOf(address));
    context.set("isForwarded", isForwarded(headers, incoming?.httpVersion));
    context.set("peerOwner", () => peers.of(incoming?.socket));
    await next();
  });
}

/** What every request passes before any route. */
export function addBorders(app: Hono<AppEnv>, dependencies: BorderDependencies): void {
  const { baseUrl, limit, localPaths } = dependencies;
  addArrival(app, dependencies);
  app.use(refuseLongAddress, ownSiteOnly(baseUrl, localPaths));
  for (const path of ["/api/*", `${CALENDAR_FEEDS}*`, LINKED_PAGES.unsubscribe, METRICS_PATH]) app.use(path, limit);
  app.use("/api/*", async (context, next) => {
    context.header("cache-control", "no-store");
    await next();
  });
}
