import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { createBrowserEnvironment } from "./app/page/browser-environment.ts";
import { registerServiceWorker } from "./app/page/register-service-worker.ts";
import { ignoreSplitDoubleClicks } from "./app/page/split-double-clicks.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

ignoreSplitDoubleClicks(document);
createRoot(root).render(
  <StrictMode>
    <App {...createBrowserEnvironment()} />
  </StrictMode>,
);

// Not in development: `npm run dev` must always show the current sources.
if (import.meta.env.PROD) registerServiceWorker();
