import type { Context, Hono } from "hono";
import type { PublicConfig } from "#contract/config.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute, type AppEnv } from "./api/operation-route.ts";
import { sendStored, type StoredResponse, storedResponse } from "./api/stored-response.ts";
import type { Auth } from "./auth/auth.ts";
import type { Database } from "./database/database.ts";
import type { Settings } from "./env.ts";
import { Refusal } from "./errors.ts";
import type { SharedPlanning } from "./planning/shared-planning.ts";
import { presentService, readServices } from "./services/read-services.ts";

interface PublicDependencies {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly version: string;
}

/** The configuration that a page needs before anybody signs in. */
export async function readConfig(
  context: Context<AppEnv>,
  { settings, database, auth, planning, version }: Omit<PublicDependencies, "baseUrl">,
): Promise<PublicConfig> {
  const services = (await readServices(database)).map(presentService);
  // Pages know the built-in services. The list is sent only if the team added a service, or no longer offers one.
  const areUnchanged = services.every(({ isOffered, isOwn }) => isOffered && !isOwn);
  return {
    sharing: await planning.isShared(),
    registration: settings.registration,
    defaultAdmin: await auth.defaultAdmin.credentialsFor(context),
    version,
    timeZone: settings.timeZone,
    ...(areUnchanged ? {} : { services }),
  };
}

export function addPublicRoutes(app: Hono<AppEnv>, dependencies: PublicDependencies): void {
  const { baseUrl, database, auth, version } = dependencies;
  addRoute(app, OPERATIONS.health, auth.sessions, async () => {
    try {
      await database.ping();
    } catch {
      throw new Refusal("server.unavailable");
    }
    return { status: "ok" as const };
  });
  addRoute(app, OPERATIONS.config, auth.sessions, ({ context }) => readConfig(context, dependencies));
  // The OpenAPI document never changes. The first request builds it.
  let apiDocument: Promise<StoredResponse<unknown>> | undefined;
  async function buildApiDocument(): Promise<StoredResponse<unknown>> {
    const { openApiDocument } = await import("./api/openapi.ts");
    return storedResponse(openApiDocument(version, baseUrl));
  }
  app.get(OPERATIONS.openapi.path, async (context) => sendStored(context, await (apiDocument ??= buildApiDocument())));
}
