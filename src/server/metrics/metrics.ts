import type { Logger } from "pino";
import { Gauge, Registry } from "prom-client";
import type { Database } from "../database/database.ts";
import type { RequestCounter } from "../http/request-log.ts";
import { processMetrics } from "./process-metrics.ts";
import { createRequestMetrics } from "./request-metrics.ts";
import { createStoredFigures } from "./stored-figures.ts";

/** What a monitoring program learns of one planning, and of its process. It names nobody. */
export interface Figures {
  readonly contentType: string;
  /** In Prometheus's text format. */
  readonly read: () => Promise<string>;
}

/** The figures of this process. */
export interface Metrics {
  readonly counter: RequestCounter;
  /** With those of one planning. */
  readonly figuresOf: (planning: PlanningOptions) => Figures;
}

interface PlanningOptions {
  readonly version: string;
  readonly database: Database;
  readonly dataDir: string;
  readonly liveConnections: () => number;
  readonly logger: Logger;
  readonly clock: () => Date;
}

export function createMetrics(): Metrics {
  const requests = new Registry();
  const counter = createRequestMetrics(requests);
  return { counter, figuresOf: (planning) => createFigures(planning, [requests, processMetrics()]) };
}

function createFigures(
  { version, liveConnections, ...stored }: PlanningOptions,
  ofProcess: readonly Registry[],
): Figures {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "diapason_build_info",
    help: "1, with the version and the kind of database.",
    labelNames: ["version", "database"],
    registers,
  }).set({ version, database: stored.database.engine }, 1);
  const live: Gauge = new Gauge({
    name: "diapason_live_connections",
    help: "Open streams of changes: about one for each browser that shows the planning.",
    registers,
    collect: () => live.set(liveConnections()),
  });
  const readStored = createStoredFigures(registry, stored);
  let reading: Promise<void> | null = null;

  return {
    contentType: registry.contentType,
    async read() {
      // Scrapes that come while the database is slow wait for one read together.
      await (reading ??= readStored().finally(() => (reading = null)));
      const texts = await Promise.all([registry, ...ofProcess].map((each) => each.metrics()));
      return texts.join("\n");
    },
  };
}
