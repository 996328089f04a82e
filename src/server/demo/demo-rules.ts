import type { Hono, MiddlewareHandler } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { DEMO_NOTICE, DEMO_VISITORS } from "#text/demo/demo-team.ts";
import { type AppEnv, routerPath } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import { isSafeMethod } from "../http/own-site.ts";
import { demoEmail, VISITOR_EMAILS, VISITOR_IDS } from "./demo-ids.ts";

export interface DemoRules {
  /** A page with the notice that it is a demo. */
  readonly withNotice: (page: string) => string;
  /** Whether everybody may sign in as this person, without a password. */
  readonly isOpenAccount: (email: string) => boolean;
  /** Mounts what a demo refuses or adds. Called before all other routes are mounted. */
  readonly addBorders: (app: Hono<AppEnv>) => void;
}

const { label, facts, request, enter, asLeader, asMusician } = DEMO_NOTICE;
const HEAD_END = "</head>";
const BODY_START = /<body[^>]*>/;

/** Without anything that somebody typed: nothing is to be escaped. The buttons fill in the form of /login. Only while it is there, demo.css shows them. */
const NOTICE = `<aside id="demo" aria-label="${label}">
  <p><strong>${label}&nbsp;:</strong> ${facts} ${request}</p>
  <div class="demo-entries" role="group" aria-label="${enter}">
    <button type="button" data-email="${demoEmail(DEMO_VISITORS.leader)}">${asLeader}</button>
    <button type="button" data-email="${demoEmail(DEMO_VISITORS.musician)}">${asMusician}</button>
  </div>
</aside>`;

const LINKS = `<link rel="stylesheet" href="/demo.css"><script type="module" src="/demo.js"></script>`;

/** Puts the notice above everything else on a page, outside of what the page's own scripts draw. */
function withNotice(page: string): string {
  return page.replace(HEAD_END, () => `${LINKS}${HEAD_END}`).replace(BODY_START, (start) => `${start}${NOTICE}`);
}

/**
 * What would show one visitor's devices and network addresses to the others who use the same account, or lock them out,
 * or send something to a device. And the calls with bodies of many megabytes.
 */
const REFUSED = [
  OPERATIONS.changePassword,
  OPERATIONS.resetPassword,
  OPERATIONS.handOverReset,
  OPERATIONS.requestOwnAddress,
  OPERATIONS.requestAddressOf,
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

function addDemoBorders(app: Hono<AppEnv>, makeRoom: () => Promise<void>): void {
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

/** @param makeRoom called before each write */
export function createDemoRules(makeRoom: () => Promise<void>): DemoRules {
  return {
    withNotice,
    isOpenAccount: (email) => VISITOR_EMAILS.includes(email),
    addBorders: (app) => addDemoBorders(app, makeRoom),
  };
}
