import { startTransition, StrictMode, useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { RENDERED_VIEW_ATTRIBUTE, type RenderedView, type DashboardView } from "#contract/visit/visit-data.ts";
import { firstResponses } from "../../http/first-responses.ts";
import type { PlanningSnapshot } from "../../planning/planning-source.ts";
import { RenderedDay } from "../../planning/today.ts";
import type { SessionState } from "../../session/session.ts";
import { currentLayout, isLayout, RenderedLayout } from "../../ui/page/page-width.ts";
import { App } from "../app.tsx";
import { lostGroup, wantedEvent } from "../arrival/pending-notices.ts";
import type { Environment } from "../page/browser-environment.ts";

/** If the server rendered the first screen, lets the browser paint and handle presses before the work that follows. */
export async function letBrowserPaint(): Promise<void> {
  if (document.documentElement.hasAttribute(RENDERED_VIEW_ATTRIBUTE))
    await new Promise<void>(window.pageStart.afterPaint);
}

/**
 * Takes what the server assumed when it rendered the first screen; `null` if it rendered none. From now on the page itself
 * handles presses: the caller must replace the server's screen, or take it over, in the same task.
 */
function takeRenderedView(): RenderedView | null {
  const { documentElement: html } = document;
  const text = html.getAttribute(RENDERED_VIEW_ATTRIBUTE);
  html.removeAttribute(RENDERED_VIEW_ATTRIBUTE);
  // Not validated: the server that wrote it has the version of these scripts.
  return text === null ? null : (JSON.parse(text) as RenderedView);
}

/** The session that came with the page, if its store has not taken it yet. */
export function sessionOfPage(): Session | null {
  return (firstResponses.peek(API.session)?.body ?? null) as Session | null;
}

/**
 * Whether the page would draw exactly the elements that the server rendered. Only then may React take them over.
 * @param answered the session that came with the page
 */
function isAsRendered(view: RenderedView, environment: Environment, answered: Session | null): boolean {
  const isSameUser = (answered?.user.id ?? null) === view.userId;
  if (!isSameUser || !isAsAnswered(environment.session.state(), answered)) return false;
  return view.userId === null ? isPlainForm(environment) : isDashboard(view, environment);
}

/** Whether the session is as the server sent it, with no message to show. */
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

/** Whether the sign-in form starts empty (some links fill in an e-mail address), with no message to show. */
function isPlainForm({ source }: Environment): boolean {
  return history.state === null && source.snapshot().setAside.length === 0;
}

function isDashboard(view: DashboardView, { source, selectedGroup, sharing }: Environment): boolean {
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

/** Whether the snapshot is what came with the page, with nothing that is stored or unsent here. */
function isFirstView({ status, connection }: PlanningSnapshot): boolean {
  return status === "ready" && connection?.status === "opening";
}

interface PageProps {
  readonly environment: Environment;
  /** What the server assumed when it rendered a dashboard; `null` if it rendered none. */
  readonly view: DashboardView | null;
  readonly onDrawn: () => void;
}

/**
 * React hydrates a screen in slices. Until the last one, components see what the server assumed, even if the window is
 * resized or midnight passes meanwhile.
 */
function Page({ environment, view, onDrawn }: PageProps) {
  useEffect(onDrawn, [onDrawn]);
  return (
    <RenderedLayout value={view !== null && isLayout(view.layout) ? view.layout : null}>
      <RenderedDay value={view?.today ?? null}>
        <StrictMode>
          <App {...environment} />
        </StrictMode>
      </RenderedDay>
    </RenderedLayout>
  );
}

interface Arrival {
  readonly answered: Session | null;
  readonly isLoaded: boolean;
  /** Called once the screen is drawn, or taken over. */
  readonly onDrawn: () => void;
}

/**
 * Takes over the screen that the server rendered. Draws the page anew if the server rendered none, or another screen than
 * this browser shows.
 */
export function showPage(environment: Environment, { answered, isLoaded, onDrawn }: Arrival): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  const view = takeRenderedView();
  const isForm = view?.userId === null;
  const page = <Page environment={environment} view={isForm ? null : view} onDrawn={onDrawn} />;
  const isSameScreen = view !== null && isLoaded && isAsRendered(view, environment, answered);
  // A page that the browser translated has `font` elements, which React could not match.
  const canHydrate = isSameScreen && root.querySelector("font") === null;
  const input = window.pageStart.takeInput();
  const draw = canHydrate ? () => void hydrateRoot(root, page) : () => createRoot(root).render(page);
  if (!canHydrate) root.replaceChildren();
  else if (isForm && location.pathname !== view.path) history.replaceState(null, "", view.path);
  // At once if something was pressed, because the press is repeated below. A form, too: React ends hydration early for a
  // press that comes meanwhile, but not for a submitted form.
  if (isForm || (isSameScreen && input.isPressed)) flushSync(draw);
  // In slices, so that presses and frames go before it.
  else if (canHydrate) startTransition(draw);
  else draw();
  input.repeat();
}
