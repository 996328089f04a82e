import type { Context } from "hono";
import { routePath } from "hono/route";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { RequestCounter } from "../http/request-log.ts";

/** From a stored answer to what a person no longer waits for, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Node's parser knows more than thirty methods, which a stranger could try one after the other. */
const OTHER_METHOD = "other";

/** The route of the page, of its files, and of what was refused before any other route. */
const ANY = "/*";
/** Files whose names change with each version. */
const ASSETS = { folder: "/assets/", route: "/assets/*" };

/**
 * The pattern of the route that answered, never the path: paths hold ids and tokens, and there is no end to them.
 */
function routeOf(context: Context): string {
  const route = routePath(context);
  return route === ANY && context.req.path.startsWith(ASSETS.folder) ? ASSETS.route : route;
}

/** Counts requests by route and status, and measures how long each route takes. A stream counts until it has begun. */
export function createRequestMetrics(registry: Registry): RequestCounter {
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
      const { method: sent } = context.req;
      const method = METHODS.has(sent) ? sent : OTHER_METHOD;
      const route = routeOf(context);
      requests.inc({ method, route, status: context.res.status });
      durations.observe({ method, route }, milliseconds / 1000);
    },
  };
}
