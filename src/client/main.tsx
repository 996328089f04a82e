import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { createBrowserSurroundings } from "./app/browser-surroundings.ts";
import { registerServiceWorker } from "./app/register-service-worker.ts";
import { keepPressesWhole } from "./app/whole-presses.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

keepPressesWhole(document);
createRoot(root).render(
  <StrictMode>
    <App {...createBrowserSurroundings()} />
  </StrictMode>,
);

// `npm run dev` always shows what is written now.
if (import.meta.env.PROD) registerServiceWorker();
