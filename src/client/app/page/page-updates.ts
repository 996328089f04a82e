import type { PageRequest } from "../service-worker/page-request.ts";

export interface PageUpdatesSurroundings {
  readonly registration: ServiceWorkerRegistration;
  readonly workers: Pick<ServiceWorkerContainer, "addEventListener" | "controller">;
  readonly page: Pick<Document, "addEventListener" | "visibilityState">;
  /** The script that this page began with: its name is another in each version. */
  readonly ownScript: string;
  readonly reload: () => void;
  /** Whether this page holds something that somebody typed and that a reload would lose. */
  readonly holdsTyping: () => boolean;
  /** A newer version is there, and waits to be asked for. */
  readonly onReady: () => void;
}

const LOOK_EVERY_MS = 60 * 60 * 1000;

/**
 * Looks for newer versions of the page, hourly and when the page becomes visible. One that has come waits until somebody
 * wants it: the returned function has all open pages go on with it, but not those in which somebody is typing.
 */
export function followPageUpdates(surroundings: PageUpdatesSurroundings): () => void {
  const { registration, workers, page, reload, holdsTyping, onReady } = surroundings;
  let isKept = workers.controller !== null;
  let isWanted = false;

  async function offer(worker: ServiceWorker | null): Promise<void> {
    // A page that was opened since then is of the newer version already.
    if (worker && !(await holds(worker, surroundings.ownScript))) onReady();
  }

  function look(): void {
    // Offline there is nothing new.
    registration.update().catch(() => undefined);
  }

  function handleChange(): void {
    // The worker of a first visit has come: the page is as new as it is.
    const wasKept = isKept;
    isKept = true;
    if (!wasKept) return;
    if (isWanted || !holdsTyping()) reload();
    else onReady();
  }

  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") void offer(worker);
    });
  });
  workers.addEventListener("controllerchange", handleChange);
  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState === "visible") look();
  });
  setInterval(look, LOOK_EVERY_MS);
  void offer(registration.waiting);

  return () => {
    isWanted = true;
    if (registration.waiting) ask(registration.waiting, { type: "activate" });
    else reload();
  };
}

function holds(worker: ServiceWorker, url: string): Promise<boolean> {
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
