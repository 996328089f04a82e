import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { askForFonts } from "./app/page/ask-for-fonts.ts";
import { createBrowserEnvironment } from "./app/page/browser-environment.ts";
import { untilFirstDrawing } from "./app/page/first-drawing.ts";
import { registerServiceWorker } from "./app/page/register-service-worker.ts";
import { ignoreSplitDoubleClicks } from "./app/page/split-double-clicks.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

askForFonts();
ignoreSplitDoubleClicks(document);
const environment = createBrowserEnvironment();
const page = createRoot(root);
void untilFirstDrawing(environment).then(() =>
  page.render(
    <StrictMode>
      <App {...environment} />
    </StrictMode>,
  ),
);

// Not in development: `npm run dev` must always show the current sources.
if (import.meta.env.PROD) registerServiceWorker();
