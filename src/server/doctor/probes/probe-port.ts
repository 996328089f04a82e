import { once } from "node:events";
import { createServer } from "node:net";
import { isIPv6 } from "node:net";
import type { PortHolder, PortState } from "#text/doctor/place-check.ts";
import { reasonOf } from "../../database/data-dir.ts";
import { askHealth } from "./ask-health.ts";

interface PortQuestion {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string | null;
  readonly secret: string | null;
  readonly signal: AbortSignal;
}

/** Takes the port for a moment. Resolves with why it cannot be taken; `null`: it can. */
async function tryPort(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    server.close();
  }
}

/** An address at which this machine reaches a server that listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIPv6(host) ? `[${host}]` : host;
}

async function findHolder({ host, port, baseUrl, secret, signal }: PortQuestion): Promise<PortHolder> {
  const publicHost = baseUrl === null ? undefined : new URL(baseUrl).host;
  try {
    const state = await askHealth({ origin: `http://${reachable(host)}:${port}`, secret, host: publicHost, signal });
    if (state.outcome === "failed" || !state.isDiapason) return { holder: "stranger" };
    if (state.seen !== null) return { holder: "self", version: state.seen.version, isHealthy: state.status === 200 };
    return { holder: secret === null ? "unproven" : "other-diapason" };
  } catch {
    return { holder: "stranger" };
  }
}

export async function probePort(question: PortQuestion): Promise<PortState> {
  const reason = await tryPort(question.host, question.port);
  if (reason === null) return { outcome: "free" };
  if (reason !== "EADDRINUSE") return { outcome: "failed", reason };
  return { outcome: "taken", by: await findHolder(question) };
}
