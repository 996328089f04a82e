import { collectDefaultMetrics, Registry } from "prom-client";

/** In milliseconds. Figures of the event loop's lag are never below it. */
const LAG_PRECISION_MS = 20;

/** They cost each scrape a list of every socket, or say nothing that helps. */
const LEFT_OUT = [
  "nodejs_eventloop_lag_min_seconds",
  "nodejs_eventloop_lag_stddev_seconds",
  "nodejs_active_handles",
  "nodejs_active_handles_total",
  "nodejs_active_requests",
  "nodejs_active_requests_total",
  "nodejs_active_resources",
  "nodejs_active_resources_total",
  "nodejs_heap_space_size_total_bytes",
  "nodejs_heap_space_size_used_bytes",
  "nodejs_heap_space_size_available_bytes",
];

let registry: Registry | undefined;

/** Memory, processor time, garbage collection and event loop. The observers last as long as the process. */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
    for (const name of LEFT_OUT) registry.removeSingleMetric(name);
  }
  return registry;
}
