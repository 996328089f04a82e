import type { Logger } from "pino";
import { BEAT_EVERY_MS } from "#contract/planning/planning-change.ts";
import type { RenderPage } from "#contract/visit/visit-data.ts";
import type { ServerProcess } from "./app.ts";
import type { Database } from "./database/database.ts";
import { openForServer } from "./database/sqlite/server-lock.ts";
import type { DemoRules } from "./demo/demo-rules.ts";
import type { Settings } from "./env.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./http/connection-limits.ts";
import { type HttpServer, openHttpServer } from "./http/http-server.ts";
import { openMetrics } from "./metrics/metrics-route.ts";
import type { PushReach } from "./notifications/push/push-request.ts";
import { type OpenPlanning, openPlanning } from "./open-planning.ts";
import { createPeerOwners, type PeerOwners } from "./peer/peer-owner.ts";
import { readWebSite } from "./web-site.ts";

export interface ServerDependencies {
  readonly settings: Settings;
  readonly logger: Logger;
  /** The folder of the built page. */
  readonly webRoot: string;
  /** Renders the first screens of the built page; left out, browsers draw them. */
  readonly renderPage?: RenderPage;
  readonly version: string;
  readonly openDatabase: (settings: Settings) => Promise<Database>;
  readonly clock?: () => Date;
  /** Milliseconds between two heartbeats of a stream. */
  readonly beatMs?: number;
  readonly connectionLimits?: ConnectionLimits;
  readonly peers?: PeerOwners;
  /** Where push services may be; left out: anywhere public. */
  readonly pushReach?: PushReach;
  /** Left out unless this is a demo. */
  readonly demo?: DemoRules;
}

export interface RunningServer extends Pick<OpenPlanning, "app" | "wake" | "reloadPages"> {
  /** The public origin: the setting, or localhost. */
  readonly baseUrl: string;
  /** The address on which it listens. */
  readonly url: string;
  /** Accepts no more requests, finishes those in flight and their mails, and closes the database. */
  readonly stop: () => Promise<void>;
}

/** A server that listens already, but has not opened its planning or spaces yet. */
export interface Listening {
  readonly http: HttpServer;
  /** As in `RunningServer`. */
  readonly url: string;
  readonly baseUrl: string;
  readonly shared: ServerProcess;
}

/**
 * Listens before `start` opens any data, so that a second start by mistake fails without harm: the port is taken. Stops
 * listening if `start` fails.
 */
export async function startListening<Running>(
  dependencies: Omit<ServerDependencies, "openDatabase">,
  start: (listening: Listening) => Promise<Running>,
): Promise<Running> {
  const { settings, logger, version, webRoot, renderPage, demo } = dependencies;
  const { clock = () => new Date(), peers = createPeerOwners(), beatMs = BEAT_EVERY_MS, pushReach } = dependencies;
  const { connectionLimits: limits = CONNECTION_LIMITS } = dependencies;
  const http = await openHttpServer({ settings, limits, logger });
  try {
    const url = `http://localhost:${http.port}`;
    const site = readWebSite(webRoot, demo?.withNotice);
    const metrics = await openMetrics(settings.metricsToken);
    const shared = { logger, clock, version, site, renderPage, peers, beatMs, pushReach, metrics };
    return await start({ http, url, baseUrl: settings.baseUrl ?? url, shared });
  } catch (error) {
    http.abort();
    throw error;
  }
}

export function startServer(dependencies: ServerDependencies): Promise<RunningServer> {
  const { settings, openDatabase, demo } = dependencies;
  return startListening(dependencies, async ({ http, url, baseUrl, shared }) => {
    const planning = await openPlanning(shared, {
      settings,
      baseUrl,
      openDatabase: () => openForServer(settings, openDatabase),
      demo,
    });
    http.setHandler(planning.app.fetch);
    const { app, wake, reloadPages } = planning;
    let stopped: Promise<void> | undefined;
    return { baseUrl, url, app, wake, reloadPages, stop: () => (stopped ??= planning.close(http.close)) };
  });
}
