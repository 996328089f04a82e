import { startTransition, StrictMode, useEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { RENDERED_VIEW_ATTRIBUTE, type RenderedView, type DashboardView } from "#contract/visit/visit-data.ts";
import { firstResponses } from "../../http/first-responses.ts";
import { PAGES } from "../../pages.ts";
import type { PlanningSnapshot } from "../../planning/planning-source.ts";
import { RenderedDay } from "../../planning/today.ts";
import type { SessionState } from "../../session/session.ts";
import { currentLayout, isLayout, RenderedLayout } from "../../ui/page/page-width.ts";
import { App } from "../app.tsx";
import { lostGroup, wantedEvent } from "../arrival/pending-notices.ts";
import type { Environment } from "../page/browser-environment.ts";

/** If the server rendered the first screen, waits until the browser has painted it. */
export async function letBrowserPaint(): Promise<void> {
  if (document.documentElement.hasAttribute(RENDERED_VIEW_ATTRIBUTE))
    await new Promise<void>(window.pageStart.afterPaint);
}

/**
 * Returns the state with which the server rendered the first screen (user, group, layout, day); `null` if it rendered none.
 * After this call, the style sheet no longer hides that screen: the caller must hydrate or replace it in the same task.
 */
function takeRenderedView(): RenderedView | null {
  const { documentElement: html } = document;
  const text = html.getAttribute(RENDERED_VIEW_ATTRIBUTE);
  html.removeAttribute(RENDERED_VIEW_ATTRIBUTE);
  // Not validated: the server that wrote it has the same version as these scripts.
  return text === null ? null : (JSON.parse(text) as RenderedView);
}

/** The session that came with the page. `null` if none came, or the session store has already taken it. */
export function sessionOfPage(): Session | null {
  return (firstResponses.peek(API.session)?.body ?? null) as Session | null;
}

/** Whether the page would draw exactly the elements that the server rendered. Only then may React hydrate them. */
function isAsRendered(view: RenderedView, environment: Environment, pageSession: Session | null): boolean {
  const isSameUser = (pageSession?.user.id ?? null) === view.userId;
  if (!isSameUser || !isUnchanged(environment.session.state(), pageSession)) return false;
  return view.userId === null ? isPlainForm(environment) : isDashboard(view, environment);
}

/** Whether the session is as the server sent it, and there is no message to show. */
function isUnchanged(
  { user, isEmailConfirmed, setAside, signOutReason }: SessionState,
  pageSession: Session | null,
): boolean {
  return (
    JSON.stringify([user, isEmailConfirmed]) === JSON.stringify([pageSession?.user, pageSession?.isEmailConfirmed]) &&
    setAside.length === 0 &&
    signOutReason === null
  );
}

/** Whether the sign-in form starts empty (some links fill in an e-mail address), and there is no message to show. */
function isPlainForm({ source }: Environment): boolean {
  return history.state === null && source.snapshot().setAside.length === 0;
}

/** Whether this browser shows the dashboard with the same group, day and layout as the server rendered. */
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

/** Whether the snapshot is `createFirstView`'s: the data that came with the page, without stored or unsent changes. */
function isFirstView({ status, connection }: PlanningSnapshot): boolean {
  return status === "ready" && connection?.status === "opening";
}

interface PageProps {
  readonly environment: Environment;
  /** The state with which the server rendered a dashboard; `null` if it rendered none. */
  readonly view: DashboardView | null;
  readonly onDrawn: () => void;
}

/**
 * React hydrates a screen in slices. Until the last one, components must get the server's layout and day, even if the window
 * is resized or midnight passes meanwhile.
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

interface ShowPageOptions {
  readonly pageSession: Session | null;
  /** Whether the code of the first screen is loaded. */
  readonly isLoaded: boolean;
  /** Called once the screen is drawn or hydrated. */
  readonly onDrawn: () => void;
}

/** Hydrates the screen that the server rendered. If it rendered none, or another one than this browser shows, draws it. */
export function showPage(environment: Environment, { pageSession, isLoaded, onDrawn }: ShowPageOptions): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  const view = takeRenderedView();
  const isForm = view?.userId === null;
  const page = <Page environment={environment} view={isForm ? null : view} onDrawn={onDrawn} />;
  const isSameScreen = view !== null && isLoaded && isAsRendered(view, environment, pageSession);
  // A browser that translates the page adds `font` elements, which React cannot hydrate.
  const canHydrate = isSameScreen && root.querySelector("font") === null;
  const input = window.pageStart.takeInput();
  const draw = canHydrate ? () => void hydrateRoot(root, page) : () => createRoot(root).render(page);
  if (!canHydrate) root.replaceChildren();
  // On other addresses, the server rendered the form to which the page would redirect.
  else if (isForm && location.pathname !== PAGES.login) history.replaceState(null, "", PAGES.login);
  // Synchronously if the user pressed something, because the press is repeated below. Also for a form, which the user may
  // submit at once: React finishes its hydration before it handles a press, but not before it handles a submission.
  if (isForm || (isSameScreen && input.isPressed)) flushSync(draw);
  // In slices, so that the browser can handle presses and paint in between.
  else if (canHydrate) startTransition(draw);
  else draw();
  input.repeat();
}
