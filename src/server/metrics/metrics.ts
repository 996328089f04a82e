import type { Context } from "hono";
import { routePath } from "hono/route";
import type { Logger } from "pino";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { backupFolder, latestBackup, listBackups } from "../database/backup/backup-files.ts";
import type { Database, Engine } from "../database/database.ts";
import type { RequestCounter } from "../http/request-log.ts";
import { within } from "../time-limit.ts";
import { readJobFigures, readMailFigures } from "./read-job-figures.ts";

/** The interval at which the event loop's lag is measured. Shorter lags are not detected. */
const LAG_PRECISION_MS = 20;

/** Default metrics of the library that list every socket at each scrape, or that nobody needs. */
const LEFT_OUT = /^nodejs_(?:active_|heap_space_|eventloop_lag_(?:min|stddev)_)/;

let processRegistry: Registry | undefined;

/** Memory, processor time, garbage collection and event loop. Created once: its observers last as long as the process. */
function processMetrics(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
    for (const { name } of processRegistry.getMetricsAsArray()) {
      if (LEFT_OUT.test(name)) processRegistry.removeSingleMetric(name);
    }
  }
  return processRegistry;
}

/** Monitoring programs give up after ten seconds. */
const LONGEST_READ_MS = 4000;

/** Adds a gauge to the figures. */
type AddGauge = (name: string, help: string) => Gauge;

interface PlanningOptions {
  readonly version: string;
  readonly database: Database;
  readonly dataDir: string;
  readonly liveConnections: () => number;
  readonly logger: Logger;
  readonly clock: () => Date;
}

function secondsSince(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000);
}

/**
 * Adds the gauges of one planning. The returned function sets them, at each scrape. A value that cannot be read is left
 * out, because that of an earlier scrape would mislead.
 */
function addPlanningGauges(
  gauge: AddGauge,
  { database, dataDir, liveConnections, logger, clock }: PlanningOptions,
): () => Promise<void> {
  const live = gauge(
    "diapason_live_connections",
    "Open streams of changes: about one for each browser that shows the planning.",
  );
  const up = gauge("diapason_database_up", "1: the database answered this scrape; 0: its figures are missing.");
  const size = gauge("diapason_database_size_bytes", "What the database takes on its disk.");
  const waiting = gauge("diapason_mails_waiting", "Mails that wait to be sent, counted up to 10,000.");
  const failed = gauge("diapason_mails_failed", "Of the mails that wait, those whose latest try failed.");
  const mailAge = gauge("diapason_mails_oldest_age_seconds", "Since when the oldest mail that could leave waits.");
  const due = gauge("diapason_jobs_due", "Jobs whose moment has come, counted up to 10,000.");
  const overdue = gauge("diapason_jobs_oldest_overdue_seconds", "Since when the first of the due jobs is due.");
  const backupAge = gauge(
    "diapason_backup_age_seconds",
    "Age of the newest backup in DATA_DIR/backups. +Inf: SQLite, and there is none.",
  );

  async function readDatabase(): Promise<void> {
    const now = clock();
    try {
      const [bytes, mails, jobs] = await within(
        LONGEST_READ_MS,
        Promise.all([database.readSize(), readMailFigures(database, now), readJobFigures(database, now)]),
      );
      up.set(1);
      size.set(bytes);
      waiting.set(mails.waiting);
      failed.set(mails.failed);
      mailAge.set(secondsSince(mails.oldest, now));
      due.set(jobs.due);
      overdue.set(secondsSince(jobs.dueSince, now));
    } catch (error) {
      up.set(0);
      for (const missing of [size, waiting, failed, mailAge, due, overdue]) missing.remove();
      logger.warn({ reason: String(error) }, "figures of the database are missing");
    }
  }

  async function readBackups(): Promise<void> {
    const now = clock();
    try {
      const latest = latestBackup(await listBackups(backupFolder(dataDir)));
      // A team on PostgreSQL may make its backups with other tools.
      if (latest === null && database.engine === "postgres") backupAge.remove();
      else backupAge.set(latest === null ? Number.POSITIVE_INFINITY : secondsSince(latest, now));
    } catch (error) {
      backupAge.remove();
      logger.warn({ reason: String(error) }, "the age of the newest backup is missing");
    }
  }

  return async () => {
    live.set(liveConnections());
    await Promise.all([readDatabase(), readBackups()]);
  };
}

interface SpacesOptions {
  readonly version: string;
  readonly engine: Engine;
  /** How many spaces are open. */
  readonly open: () => number;
  /** How many openings failed since the start. */
  readonly refused: () => number;
  /** How many spaces there are. */
  readonly all: () => Promise<number>;
}

function addSpacesGauges(gauge: AddGauge, { open, refused, all }: SpacesOptions): () => Promise<void> {
  const spaces = gauge("diapason_spaces", "Spaces that are not deleted.");
  const opened = gauge("diapason_spaces_open", "Spaces that are open now.");
  const failed = gauge("diapason_spaces_refused", "Openings of spaces that failed since the start.");
  return async () => {
    spaces.set(await all());
    opened.set(open());
    failed.set(refused());
  };
}

/** In seconds: from a cached response to more than any user waits. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** One label for all other methods. Node's parser accepts more than thirty, and each label is another time series. */
const OTHER_METHOD = "other";

/** The route of the page, of its files, and of requests that were refused before they reached their route. */
const ANY = "/*";
/** Files whose names change with each version. */
const ASSETS = { folder: "/assets/", route: "/assets/*" };

/** The pattern of the route. Never the path: paths contain ids and tokens, and there is no limit to their number. */
function routeOf(context: Context): string {
  const route = routePath(context);
  return route === ANY && context.req.path.startsWith(ASSETS.folder) ? ASSETS.route : route;
}

/** Counts requests by route and status, and measures how long each route takes. A stream counts until it has begun. */
function createRequestMetrics(registry: Registry): RequestCounter {
  const registers = [registry];
  const requests = new Counter({
    name: "diapason_http_requests_total",
    help: "Requests answered, by method, route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "diapason_http_request_duration_seconds",
    help: "How long requests took, by method and route. A stream counts until it has begun.",
    labelNames: ["method", "route"],
    buckets: BUCKETS,
    registers,
  });
  let inFlight = 0;
  const gauge: Gauge = new Gauge({
    name: "diapason_http_requests_in_flight",
    help: "Requests being answered now, this one included.",
    registers,
    collect: () => gauge.set(inFlight),
  });

  return {
    began: () => void (inFlight += 1),
    ended(context, milliseconds) {
      inFlight -= 1;
      const { method: sentMethod } = context.req;
      const method = METHODS.has(sentMethod) ? sentMethod : OTHER_METHOD;
      const route = routeOf(context);
      requests.inc({ method, route, status: context.res.status });
      durations.observe({ method, route }, milliseconds / 1000);
    },
  };
}

/** What a monitoring program reads about a planning, or the spaces, and the process. It names nobody. */
export interface Figures {
  readonly contentType: string;
  /** In Prometheus's text format. */
  readonly read: () => Promise<string>;
}

export interface Metrics {
  readonly counter: RequestCounter;
  /** The figures of one planning and of the process. */
  readonly figuresOf: (planning: PlanningOptions) => Figures;
  /** The numbers of spaces, and the figures of the process. */
  readonly figuresOfSpaces: (spaces: SpacesOptions) => Figures;
}

/** The metrics of a server process: counts its requests, and renders figures for each planning or for all spaces. */
export function createMetrics(): Metrics {
  const requests = new Registry();
  const counter = createRequestMetrics(requests);

  function createFigures(
    version: string,
    engine: Engine,
    addGauges: (gauge: AddGauge) => () => Promise<void>,
  ): Figures {
    const own = new Registry();
    const registers = [own];
    const build = { version, database: engine };
    const help = "1, with the version and the kind of database.";
    new Gauge({ name: "diapason_build_info", help, labelNames: Object.keys(build), registers }).set(build, 1);
    const setGauges = addGauges((name, meaning) => new Gauge({ name, help: meaning, registers }));
    const all = Registry.merge([own, requests, processMetrics()]);
    let setting: Promise<void> | null = null;
    return {
      contentType: all.contentType,
      async read() {
        // Concurrent scrapes share one read, in case the database is slow.
        await (setting ??= setGauges().finally(() => (setting = null)));
        return all.metrics();
      },
    };
  }

  return {
    counter,
    figuresOf: (planning) =>
      createFigures(planning.version, planning.database.engine, (gauge) => addPlanningGauges(gauge, planning)),
    figuresOfSpaces: (spaces) =>
      createFigures(spaces.version, spaces.engine, (gauge) => addSpacesGauges(gauge, spaces)),
  };
}
