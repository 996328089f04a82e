import type { Hono, MiddlewareHandler } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { routerPath } from "../api/operation-route.ts";
import type { AppEnv } from "../api/request-context.ts";
import { Refusal } from "../errors.ts";
import { isSafeMethod } from "../http/safe-methods.ts";
import { VISITOR_IDS } from "./demo-ids.ts";
import { withNotice } from "./notice.ts";

/**
 * What would show one visitor's devices and network addresses to the others who use the same account, or lock them out,
 * or send something to a device. And the calls with bodies of many megabytes.
 */
const REFUSED = [
  OPERATIONS.changePassword,
  OPERATIONS.resetPassword,
  OPERATIONS.handOverReset,
  OPERATIONS.listOwnSessions,
  OPERATIONS.endOwnSession,
  OPERATIONS.endOtherSessions,
  OPERATIONS.challengeNewPasskey,
  OPERATIONS.addOwnPasskey,
  OPERATIONS.readOwnData,
  OPERATIONS.deleteOwnAccount,
  OPERATIONS.addPushSubscription,
  OPERATIONS.sharePlanning,
  OPERATIONS.addToSharedPlanning,
] as const;

/** Refused for the people as whom visitors enter. */
const REFUSED_FOR_VISITORS = [OPERATIONS.deleteUser, OPERATIONS.demoteToMember] as const;

function refuse(): never {
  throw new Refusal("account.built_in");
}

const addNotice: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.headers.get("content-type")?.startsWith("text/html")) return;
  context.res = new Response(withNotice(await res.text()), res);
};

/** @param makeRoom called before each write */
export function addDemoBorders(app: Hono<AppEnv>, makeRoom: () => Promise<void>): void {
  for (const { method, path } of REFUSED) app.on(method, routerPath(path), refuse);
  for (const { method, path } of REFUSED_FOR_VISITORS) {
    app.on(method, routerPath(path), (context, next) =>
      VISITOR_IDS.includes(context.req.param("id") ?? "") ? refuse() : next(),
    );
  }
  app.use("/api/*", async (context, next) => {
    if (!isSafeMethod(context.req.method)) await makeRoom();
    await next();
  });
  // The server writes this page by itself, outside of the built ones.
  app.use(LINKED_PAGES.unsubscribe, addNotice);
  // Without a service worker no browser keeps a demo's page for a team's planning at the same address later.
  app.get("/sw.js", (context) => context.text("Not found\n", 404));
}
