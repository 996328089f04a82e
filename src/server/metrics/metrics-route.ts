import { hash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import { METRICS_PATH } from "#contract/paths.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import type { Figures, Metrics } from "./metrics.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** Tokens are compared by their hashes, so that the comparison takes the same time for every token. */
function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Starts the metrics, and loads their library; `null` without METRICS_TOKEN. */
export async function openMetrics(token: string | null): Promise<Metrics | null> {
  if (token === null) return null;
  const { createMetrics } = await import("./metrics.ts");
  return createMetrics();
}

/** Mounts `GET /metrics`. Without METRICS_TOKEN the response is an error, not the application's page. */
export function addMetricsRoute(app: Hono<AppEnv>, token: string | null, figures: Figures | null): void {
  const expected = token === null ? null : digestOf(token);
  app.get(METRICS_PATH, async (context) => {
    if (expected === null || figures === null) throw new Refusal("request.not_found");
    const [, sent] = BEARER.exec(context.req.header("authorization") ?? "") ?? [];
    if (sent === undefined || !timingSafeEqual(digestOf(sent), expected)) {
      context.header("www-authenticate", "Bearer");
      throw new Refusal("metrics.token_invalid");
    }
    context.header("cache-control", "no-store");
    context.header("content-type", figures.contentType);
    return context.body(await figures.read());
  });
}
