import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { createApp } from "./app.ts";
import { createAuth } from "./auth/auth.ts";
import { readSecret } from "./auth/secret.ts";
import { reasonOf } from "./database/data-dir.ts";
import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import type { Settings } from "./env.ts";
import { StartError } from "./errors.ts";

interface ServerDependencies {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly webRoot: string;
  readonly version: string;
  readonly openDatabase: (settings: Settings) => Promise<Database>;
}

export interface RunningServer {
  readonly baseUrl: string;
  /** Takes no more requests, finishes those in flight, closes the database; the process then ends by itself. */
  stop(): Promise<void>;
}

/** A slow client may not hold a connection for longer than this without sending its request. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** What is still in flight after this is cut off: supervisors send SIGKILL after ten seconds. */
const GRACE_MS = 8000;
const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** Takes the port. @throws StartError when it is taken or not ours to take */
async function listen(server: Server, { host, port }: Settings): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port }, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    const reason = reasonOf(error);
    const problem = reason === "EADDRINUSE" ? "is already taken" : `cannot be used (${reason})`;
    throw new StartError(`Port ${port} of ${host} ${problem}`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

/** Closes each connection as soon as its answer is out, so that kept-alive ones do not hold up the end. */
async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  server.on("request", (_request, response) => response.shouldKeepAlive && response.setHeader("connection", "close"));
  server.close(() => closed.resolve());
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await closed.promise;
  clearTimeout(deadline);
  clearInterval(idle);
}

async function buildListener(
  { settings, logger, webRoot, version }: ServerDependencies,
  database: Database,
  baseUrl: string,
): Promise<{ listener: RequestListener; sweep: () => Promise<void> }> {
  await migrate(database);
  const auth = createAuth({ settings, baseUrl, database, secret: await readSecret(settings) });
  await auth.defaultAdmin.enforce();
  await auth.sweep();
  if (settings.defaultAdmin.isOn)
    logger.warn({ email: settings.defaultAdmin.email }, "the built-in default admin is on");
  const app = createApp({ settings, baseUrl, database, auth, logger, webRoot, version });
  return { listener: getRequestListener(app.fetch), sweep: auth.sweep };
}

/** Starts in this order: the port, so that a second start harms nothing; then the database; then answers. */
export async function startServer(dependencies: ServerDependencies): Promise<RunningServer> {
  const { settings, logger, openDatabase } = dependencies;
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS });
  const port = await listen(server, settings);
  const baseUrl = settings.baseUrl ?? `http://localhost:${port}`;
  try {
    const database = await openDatabase(settings);
    const { listener, sweep } = await buildListener(dependencies, database, baseUrl);
    server.on("request", listener);
    const sweeping = setInterval(() => {
      sweep().catch((error: unknown) => logger.error({ error: String(error) }, "sweeping failed"));
    }, SWEEP_INTERVAL_MS);
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      clearInterval(sweeping);
      await closeServer(server);
      await database.close();
    };
    return { baseUrl, stop: () => (stopped ??= stop()) };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    throw error;
  }
}
