import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { AppEnv } from "../api/request-context.ts";

/** From a stored answer to what a person no longer waits for, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Node's parser knows more than thirty methods, which a stranger could try one after the other. */
const OTHER_METHOD = "other";

/** The files of the page, whose names change with each version. */
const FILES = "/assets/*";

/**
 * The pattern of the route that answered, never the path: paths hold ids and tokens, and there is no end to them. `*`
 * is the page itself, and what was refused before any route.
 */
function routeOf(context: Context<AppEnv>): string {
  const route = routePath(context);
  return route === "*" && context.req.path.startsWith(FILES.slice(0, -1)) ? FILES : route;
}

/** Counts requests by route and status, and measures how long each route takes. A stream counts until it has begun. */
export function createRequestMetrics(registry: Registry): MiddlewareHandler<AppEnv> {
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

  return async function countRequest(context, next) {
    const startedAt = performance.now();
    inFlight += 1;
    try {
      await next();
    } finally {
      inFlight -= 1;
    }
    const { method: sent } = context.req;
    const method = METHODS.has(sent) ? sent : OTHER_METHOD;
    const route = routeOf(context);
    requests.inc({ method, route, status: context.res.status });
    durations.observe({ method, route }, (performance.now() - startedAt) / 1000);
  };
}
