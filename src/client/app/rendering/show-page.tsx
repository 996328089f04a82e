import { StrictMode, startTransition } from "react";
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
    // In a transition, so that presses and frames go before it.
    startTransition(() => void hydrateRoot(root, page));
    for (const element of pressed) element.click();
  } else {
    root.replaceChildren();
    createRoot(root).render(page);
  }
}
