import type { Hono, MiddlewareHandler } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { DEMO_NOTICE, DEMO_VISITORS } from "#text/demo/demo-team.ts";
import { type AppEnv, routerPath } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import { isSafeMethod } from "../http/own-site.ts";
import { demoEmail, VISITOR_EMAILS, VISITOR_IDS } from "./demo-ids.ts";

/** What a server does differently while it serves the demo. */
export interface DemoRules {
  /** Adds the notice that this is a demo to a page. */
  readonly withNotice: (page: string) => string;
  /** Whether everybody may sign in to this account, without a password. */
  readonly isOpenAccount: (email: string) => boolean;
  /** Mounts handlers that refuse or change some calls. Call it before all other routes are mounted. */
  readonly addRestrictions: (app: Hono<AppEnv>) => void;
}

const { label, facts, request, enter, asLeader, asMusician } = DEMO_NOTICE;
const HEAD_END = "</head>";
const BODY_START = /<body[^>]*>/;

/**
 * The HTML of the notice. No user's text is in it, so nothing needs to be escaped. The buttons fill in the form of /login;
 * demo.css shows them only while that form is there.
 */
const NOTICE = `<aside id="demo" aria-label="${label}">
  <p><strong>${label}&nbsp;:</strong> ${facts} ${request}</p>
  <div class="demo-entries" role="group" aria-label="${enter}">
    <button type="button" data-email="${demoEmail(DEMO_VISITORS.leader)}">${asLeader}</button>
    <button type="button" data-email="${demoEmail(DEMO_VISITORS.musician)}">${asMusician}</button>
  </div>
</aside>`;

const LINKS = `<link rel="stylesheet" href="/demo.css"><script type="module" src="/demo.js"></script>`;

/** Puts the notice at the top of the page, outside of the element that React renders. */
function withNotice(page: string): string {
  return page.replace(HEAD_END, () => `${LINKS}${HEAD_END}`).replace(BODY_START, (start) => `${start}${NOTICE}`);
}

/**
 * The demo refuses calls that would show a visitor's devices and network addresses to other visitors in the same account,
 * lock others out, or send something to a device. It also refuses calls with bodies of many megabytes.
 */
const REFUSED_OPERATIONS = [
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

/** Calls that the demo refuses if they are about an account that visitors use. */
const REFUSED_FOR_VISITORS = [OPERATIONS.deleteUser, OPERATIONS.demoteToMember] as const;

/** The sentence of this error says that several people share the account. */
function refuse(): never {
  throw new Refusal("account.built_in");
}

const addNotice: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const { res } = context;
  if (!res.headers.get("content-type")?.startsWith("text/html")) return;
  context.res = new Response(withNotice(await res.text()), res);
};

function addRestrictions(app: Hono<AppEnv>, beforeWrite: () => Promise<void>): void {
  for (const { method, path } of REFUSED_OPERATIONS) app.on(method, routerPath(path), refuse);
  for (const { method, path } of REFUSED_FOR_VISITORS) {
    app.on(method, routerPath(path), (context, next) =>
      VISITOR_IDS.includes(context.req.param("id") ?? "") ? refuse() : next(),
    );
  }
  app.use("/api/*", async (context, next) => {
    if (!isSafeMethod(context.req.method)) await beforeWrite();
    await next();
  });
  // The server writes this page itself, so the notice is not in it yet.
  app.use(LINKED_PAGES.unsubscribe, addNotice);
  // Without a service worker: it would still show the demo if a team's planning is at this address later.
  app.get("/sw.js", (context) => context.text("Not found\n", 404));
}

/** @param beforeWrite called before each call that may write, to reset a demo that is full */
export function createDemoRules(beforeWrite: () => Promise<void>): DemoRules {
  return {
    withNotice,
    isOpenAccount: (email) => VISITOR_EMAILS.includes(email),
    addRestrictions: (app) => addRestrictions(app, beforeWrite),
  };
}
