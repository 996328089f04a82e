import type { Logger } from "pino";
import { Gauge, Registry } from "prom-client";
import type { Database } from "../database/database.ts";
import type { RequestCounter } from "../http/request-log.ts";
import { processMetrics } from "./process-metrics.ts";
import { createRequestMetrics } from "./request-metrics.ts";
import { createStoredFigures } from "./stored-figures.ts";

/** What a monitoring program learns of this process. They name nobody. */
export interface Metrics {
  readonly counter: RequestCounter;
  readonly contentType: string;
  /** All figures in Prometheus's text format. */
  readonly read: () => Promise<string>;
}

interface MetricsOptions {
  readonly version: string;
  readonly database: Database;
  readonly dataDir: string;
  readonly liveConnections: () => number;
  readonly logger: Logger;
  readonly clock: () => Date;
}

export function createMetrics({ version, liveConnections, ...stored }: MetricsOptions): Metrics {
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
  const counter = createRequestMetrics(registry);
  const ofProcess = processMetrics();
  const readStored = createStoredFigures(registry, stored);
  let reading: Promise<void> | null = null;

  return {
    counter,
    contentType: registry.contentType,
    async read() {
      // Scrapes that come while the database is slow wait for one read together.
      await (reading ??= readStored().finally(() => (reading = null)));
      return `${await registry.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
}
