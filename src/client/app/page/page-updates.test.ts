import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PageRequest } from "../../service-worker/page-request.ts";
import { followPageUpdates } from "./page-updates.tsx";

const HOUR = 60 * 60 * 1000;
const OWN_SCRIPT = "https://diapason.example/assets/index-1.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A worker whose version has the file at `ownFile`. */
function createWorker(ownFile: string) {
  const requests: string[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: "installing",
    postMessage(request: PageRequest, [port]: MessagePort[]) {
      requests.push(request.type);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      if (request.type === "holds") port?.postMessage(request.url === ownFile);
    },
  });
  return { worker: worker as unknown as ServiceWorker & { state: string }, requests };
}

/** A page of the version of `OWN_SCRIPT`. */
function openPage({ isKept = true, waiting = null as ServiceWorker | null, hasTypedText = false } = {}) {
  const happened: string[] = [];
  const registration = Object.assign(new EventTarget(), {
    waiting,
    installing: null as ServiceWorker | null,
    update: () => {
      happened.push("look");
      return Promise.reject(new TypeError("offline"));
    },
  });
  const workers = Object.assign(new EventTarget(), { controller: isKept ? ({} as ServiceWorker) : null });
  const page = Object.assign<EventTarget, { visibilityState: DocumentVisibilityState }>(new EventTarget(), {
    visibilityState: "visible",
  });
  const update = followPageUpdates({
    registration: registration as unknown as ServiceWorkerRegistration,
    workers,
    page,
    ownScript: OWN_SCRIPT,
    reload: () => happened.push("reload"),
    hasTypedText: () => hasTypedText,
    onReady: () => happened.push("ready"),
  });
  return {
    happened,
    update,
    changeWorker: () => workers.dispatchEvent(new Event("controllerchange")),
    setVisibility: (state: DocumentVisibilityState) => {
      page.visibilityState = state;
      page.dispatchEvent(new Event("visibilitychange"));
    },
    install: (worker: ServiceWorker & { state: string }) => {
      registration.installing = worker;
      registration.dispatchEvent(new Event("updatefound"));
      worker.state = "installed";
      registration.waiting = worker;
      worker.dispatchEvent(new Event("statechange"));
    },
  };
}

/** Waits until all requests have been answered. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it("newer versions are looked for each hour, and when the page becomes visible; none to be had is no error", async () => {
  const { happened, setVisibility } = openPage();
  expect(happened).toEqual([]);
  vi.advanceTimersByTime(2 * HOUR);
  expect(happened).toEqual(["look", "look"]);
  setVisibility("hidden");
  setVisibility("visible");
  await settle();
  expect(happened).toEqual(["look", "look", "look"]);
});

it("one that has come is offered, and does nothing by itself", async () => {
  const { worker, requests } = createWorker("another");
  const { happened, install } = openPage();
  install(worker);
  await vi.waitUntil(() => happened.length > 0);
  expect([happened, requests]).toEqual([["ready"], ["holds"]]);
});

it("one that waited before the page was opened is offered too", async () => {
  const { happened } = openPage({ waiting: createWorker("another").worker });
  await vi.waitUntil(() => happened.length > 0);
  expect(happened).toEqual(["ready"]);
});

it("a page that is of the waiting version already is offered nothing", async () => {
  const { happened } = openPage({ waiting: createWorker(OWN_SCRIPT).worker });
  await settle();
  expect(happened).toEqual([]);
});

it("one that is wanted takes over, and the page is loaded again even if somebody typed in it", () => {
  const { worker, requests } = createWorker("another");
  const { happened, install, update, changeWorker } = openPage({ hasTypedText: true });
  install(worker);
  update();
  expect([happened, requests]).toEqual([[], ["holds", "activate"]]);
  changeWorker();
  expect(happened).toEqual(["reload"]);
});

it("one that another tab wanted loads this page again", () => {
  const { happened, changeWorker } = openPage();
  changeWorker();
  expect(happened).toEqual(["reload"]);
});

it("one that another tab wanted is offered to a page in which somebody typed, and comes when it is wanted here", () => {
  const { happened, changeWorker, update } = openPage({ hasTypedText: true });
  changeWorker();
  expect(happened).toEqual(["ready"]);
  update();
  expect(happened).toEqual(["ready", "reload"]);
});

it("the first worker of all changes nothing; the next one does", () => {
  const { happened, changeWorker } = openPage({ isKept: false });
  changeWorker();
  expect(happened).toEqual([]);
  changeWorker();
  expect(happened).toEqual(["reload"]);
});
