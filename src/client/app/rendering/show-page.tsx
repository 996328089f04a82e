import { StrictMode, startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { Session } from "#contract/sign-in/sessions.ts";
import { App } from "../app.tsx";
import type { Environment } from "../page/browser-environment.ts";
import { isAsRendered } from "./is-as-rendered.ts";
import { takeRenderedView } from "./rendered-screen.ts";

interface Arrival {
  /** The session that came with the page. */
  readonly answered: Session | null;
  /** Whether the code of the first screen is there. */
  readonly isLoaded: boolean;
}

/**
 * Takes over the screen that the server rendered. Draws the page where it rendered none, or another one than this browser
 * shows.
 */
export function showPage(environment: Environment, { answered, isLoaded }: Arrival): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  const page = (
    <StrictMode>
      <App {...environment} />
    </StrictMode>
  );
  const view = takeRenderedView();
  const isForm = view?.userId === null;
  const isKept = view !== null && isLoaded && isAsRendered(view, environment, answered);
  // Over a translation, the same screen is drawn anew: React knows its elements by their texts.
  const isTakenOver = isKept && root.querySelector("font") === null;
  const input = window.pageStart.takeInput();
  const draw = isTakenOver ? () => void hydrateRoot(root, page) : () => createRoot(root).render(page);
  if (!isTakenOver) root.replaceChildren();
  else if (isForm && location.pathname !== view.path) history.replaceState(null, "", view.path);
  // React finishes for a press that comes meanwhile, but not for a form that is sent.
  if (isForm || (isKept && input.isPressed)) flushSync(draw);
  // In slices, so that presses and frames go before it.
  else if (isTakenOver) startTransition(draw);
  else draw();
  input.repeat();
}
