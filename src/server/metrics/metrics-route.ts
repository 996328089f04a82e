import { hash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import { METRICS_PATH } from "#contract/paths.ts";
import type { AppEnv } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import type { Figures, Metrics } from "./metrics.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** Tokens are hashed before they are compared: the comparison then takes the same time for every length. */
function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** `null` without METRICS_TOKEN. The library is loaded only when it is needed. */
export async function openMetrics(token: string | null): Promise<Metrics | null> {
  if (token === null) return null;
  const { createMetrics } = await import("./metrics.ts");
  return createMetrics();
}

/** Mounts the metrics. Without METRICS_TOKEN the address is answered as not found, and not with the page. */
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
