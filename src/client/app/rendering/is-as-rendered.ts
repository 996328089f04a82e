import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { RenderedView, VisitorsView } from "#contract/visit/rendered-view.ts";
import { firstAnswers } from "../../http/first-answers.ts";
import type { PlanningSnapshot } from "../../planning/planning-source.ts";
import type { SessionState } from "../../session/session.ts";
import { currentLayout } from "../../ui/page/page-width.ts";
import { lostGroup } from "../arrival/lost-group.ts";
import { wantedEvent } from "../arrival/wanted-event.ts";
import type { Environment } from "../page/browser-environment.ts";

/** The session that came with the page, if its store has not taken it yet. */
export function sessionOfPage(): Session | null {
  return (firstAnswers.peek(API.session)?.body ?? null) as Session | null;
}

/**
 * Whether the page would draw the screen that the server rendered, element by element. Only then may it take the
 * elements over.
 * @param answered the session that came with the page
 */
export function isAsRendered(view: RenderedView, environment: Environment, answered: Session | null): boolean {
  const isVisitor = (answered?.user.id ?? null) === view.userId && isAsAnswered(environment.session.state(), answered);
  return isVisitor && (view.userId === null ? isPlainForm(environment) : isDashboard(view, environment));
}

/** Whether the page holds the session as the server answered it, and nothing else to tell. */
function isAsAnswered(
  { user, isEmailConfirmed, setAside, signOutReason }: SessionState,
  answered: Session | null,
): boolean {
  return (
    JSON.stringify([user, isEmailConfirmed]) === JSON.stringify([answered?.user, answered?.isEmailConfirmed]) &&
    setAside.length === 0 &&
    signOutReason === null
  );
}

/** Whether the sign-in form has nothing to fill in, as a link leads there with an e-mail address, and nothing to tell. */
function isPlainForm({ source }: Environment): boolean {
  return history.state === null && source.snapshot().setAside.length === 0;
}

function isDashboard(view: VisitorsView, { source, selectedGroup, sharing }: Environment): boolean {
  return (
    isFirstView(source.snapshot()) &&
    sharing.state() === "shared" &&
    selectedGroup.id() === view.groupId &&
    sharing.clock().dateAt(new Date()) === view.today &&
    currentLayout() === view.layout &&
    wantedEvent.id() === null &&
    lostGroup.get() === null
  );
}

/** Whether it is what came with the page, and not what is stored or unsent here. */
function isFirstView({ status, connection }: PlanningSnapshot): boolean {
  return status === "ready" && connection?.status === "opening";
}
