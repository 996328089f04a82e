import { createRoot } from "react-dom/client";
import { pageUpdateText } from "#text/shell/notices.ts";
import type { PageRequest } from "../../service-worker/page-request.ts";
import { Button } from "../../ui/buttons/button.tsx";

interface PageUpdatesEnvironment {
  readonly registration: ServiceWorkerRegistration;
  readonly workers: Pick<ServiceWorkerContainer, "addEventListener" | "controller">;
  readonly page: Pick<Document, "addEventListener" | "visibilityState">;
  /** URL of the script that this page started with; each version has another one. */
  readonly ownScript: string;
  readonly reload: () => void;
  readonly hasTypedText: () => boolean;
  readonly onReady: () => void;
}

const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Checks for a newer version of the page hourly and when the page becomes visible. Calls `onReady` when one is installed.
 * The returned function activates it and reloads all open pages, except other pages in which the user has typed something.
 */
export function followPageUpdates(environment: PageUpdatesEnvironment): () => void {
  const { registration, workers, page, reload, hasTypedText, onReady } = environment;
  let isControlled = workers.controller !== null;
  let isRequested = false;

  async function offer(worker: ServiceWorker | null): Promise<void> {
    // If this page was opened after the worker was installed, it already has the newer version.
    if (worker && !(await usesScript(worker, environment.ownScript))) onReady();
  }

  function checkForUpdate(): void {
    // It fails offline: then there is nothing to update.
    registration.update().catch(() => undefined);
  }

  function handleNewWorker(): void {
    // On a first visit, the first worker has the version of this page.
    const wasControlled = isControlled;
    isControlled = true;
    if (!wasControlled) return;
    if (isRequested || !hasTypedText()) reload();
    else onReady();
  }

  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") void offer(worker);
    });
  });
  workers.addEventListener("controllerchange", handleNewWorker);
  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState === "visible") checkForUpdate();
  });
  setInterval(checkForUpdate, CHECK_EVERY_MS);
  void offer(registration.waiting);

  return () => {
    isRequested = true;
    if (registration.waiting) ask(registration.waiting, { type: "activate" });
    else reload();
  };
}

/** Whether the worker's version of the page has this script. */
function usesScript(worker: ServiceWorker, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    ask(worker, { type: "holds", url }, [port2]);
  });
}

function ask(worker: ServiceWorker, request: PageRequest, ports: Transferable[] = []): void {
  worker.postMessage(request, ports);
}

const TEXT_FIELDS =
  "textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=hidden], [hidden])";

/** Whether a field of the page holds text that a user may have typed, and that a reload would lose. */
function isTextTyped(page: ParentNode): boolean {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS);
  return [...fields].some((field) => !field.readOnly && field.value !== "");
}

/** Shown above every screen: offers a newer version of the page once there is one. */
export function showPageUpdates(registration: ServiceWorkerRegistration): void {
  const place = document.getElementById("page-update");
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]');
  if (!place || !script) return;
  // A separate React root: the code of a first visit does not include updates.
  const root = createRoot(place);
  const update = followPageUpdates({
    registration,
    workers: navigator.serviceWorker,
    page: document,
    ownScript: script.src,
    reload: window.pageStart.reload,
    hasTypedText: () => isTextTyped(document),
    onReady: () => root.render(<PageUpdateLine onUpdate={() => update()} />),
  });
}

function PageUpdateLine({ onUpdate }: { readonly onUpdate: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 bg-primary-soft px-4 py-1.5 text-small text-primary lg:px-6"
    >
      {pageUpdateText.ready}
      <Button size="small" onClick={onUpdate}>
        {pageUpdateText.update}
      </Button>
    </div>
  );
}
