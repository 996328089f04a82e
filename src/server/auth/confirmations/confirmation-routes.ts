import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute } from "../../api/operation-route.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Confirmations } from "./confirmations.ts";

interface ConfirmationRouteDependencies {
  readonly sessions: Sessions;
  readonly confirmations: Confirmations;
}

/** Routes to confirm an address, and to have the mail sent again. */
export function addConfirmationRoutes(
  app: Hono<AppEnv>,
  { sessions, confirmations }: ConfirmationRouteDependencies,
): void {
  addRoute(app, OPERATIONS.confirmEmail, sessions, async ({ context, body }) => {
    await confirmations.confirm(context, body.token);
    return { status: "done" as const };
  });
  addRoute(app, OPERATIONS.requestConfirmation, sessions, async ({ actor }) => ({
    status: await confirmations.request(actor),
  }));
}
