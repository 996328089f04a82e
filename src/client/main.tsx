import { addFonts } from "./app/page/add-fonts.ts";
import { createBrowserEnvironment } from "./app/page/browser-environment.ts";
import { untilFirstDrawing } from "./app/page/first-drawing.ts";
import { registerServiceWorker } from "./app/page/register-service-worker.ts";
import { ignoreSplitDoubleClicks } from "./app/page/split-double-clicks.ts";
import { sessionOfPage } from "./app/rendering/is-as-rendered.ts";
import { leaveFrames } from "./app/rendering/rendered-screen.ts";
import { showPage } from "./app/rendering/show-page.tsx";

async function start(): Promise<void> {
  await leaveFrames();
  addFonts();
  // Not in development: `npm run dev` must always show the current sources.
  if (import.meta.env.PROD) registerServiceWorker();
  // Before the session's store takes it.
  const answered = sessionOfPage();
  const environment = createBrowserEnvironment(answered);
  const isLoaded = await untilFirstDrawing(environment);
  showPage(environment, { answered, isLoaded });
}

ignoreSplitDoubleClicks(document);
void start();
