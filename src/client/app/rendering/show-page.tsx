import { StrictMode, startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { Session } from "#contract/sign-in/sessions.ts";
import { App } from "../app.tsx";
import type { Environment } from "../page/browser-environment.ts";
import { takeEarlyPresses } from "./early-presses.ts";
import { isAsRendered } from "./is-as-rendered.ts";
import { takeRenderedView } from "./rendered-screen.ts";

/**
 * Takes over the screen that the server rendered. Draws the page where it rendered none, or another one than this browser
 * shows.
 * @param answered the session that came with the page
 */
export function showPage(environment: Environment, answered: Session | null): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  const page = (
    <StrictMode>
      <App {...environment} />
    </StrictMode>
  );
  const view = takeRenderedView();
  if (view !== null && isAsRendered(view, environment, answered)) {
    const pressed = takeEarlyPresses(root);
    const takeOver = () => void hydrateRoot(root, page);
    if (view.userId === null) {
      history.replaceState(null, "", view.path);
      // React finishes for a press that comes before, but not for a form that something else sends.
      flushSync(takeOver);
    } else {
      // In slices, so that presses and frames go before it.
      startTransition(takeOver);
    }
    for (const element of pressed) element.click();
  } else {
    root.replaceChildren();
    createRoot(root).render(page);
  }
}
