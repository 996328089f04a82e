import { type APIRequestContext, expect, test as base } from "@playwright/test";
import { type RunningProduct, startInWorker } from "../browser/start-in-worker.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import type { Engine } from "./engine.ts";
import { startFirefox } from "./start-firefox.ts";
import { startWebkit } from "./start-webkit.ts";
import { Visitor } from "./visitor.ts";

export type EngineName = "firefox" | "webkit";

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

const STARTS = { firefox: startFirefox, webkit: startWebkit };

type WorkerParts = {
  engineName: EngineName;
  /** One browser for all tests of a worker. `forget` makes it a new device for each test. */
  engine: Engine;
  /** The other browser, for a journey of two. */
  otherEngine: Engine;
};

type Parts = {
  /** Settings of the server, on top of the defaults. */
  settings: Record<string, string>;
  faultProxy: FaultProxy;
  diapason: RunningProduct;
  visitor: Visitor;
  /** A screen of the other browser. */
  otherVisitor: Visitor;
  /** Calls of somebody else's device. */
  elsewhere: APIRequestContext;
};

const ONCE = { scope: "worker", timeout: 60_000 } as const;

async function provideEngine(name: EngineName, provide: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await STARTS[name]();
  await provide(engine);
  await engine.stop();
}

async function provideVisitor(
  engine: Engine,
  url: string,
  provide: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = new Visitor(engine, url);
  await visitor.resize(WIDE.width, WIDE.height);
  await provide(visitor);
  await engine.forget();
}

/** A test in Firefox or WebKit, with its own product. It fails on any error of a page. */
export const test = base.extend<Parts, WorkerParts>({
  engineName: ["firefox", { option: true, scope: "worker" }],
  engine: [({ engineName }, provide) => provideEngine(engineName, provide), ONCE],
  otherEngine: [
    ({ engineName }, provide) => provideEngine(engineName === "firefox" ? "webkit" : "firefox", provide),
    ONCE,
  ],
  settings: [{}, { option: true }],
  faultProxy: async ({}, provide) => {
    const faultProxy = await startFaultProxy();
    await provide(faultProxy);
    await faultProxy.shut();
    expect(faultProxy.complaints).toEqual([]);
  },
  diapason: async ({ faultProxy, settings }, provide) => {
    const diapason = await startInWorker({
      BASE_URL: faultProxy.url,
      PORT: String(faultProxy.targetPort),
      ...settings,
    });
    await provide(diapason);
    await diapason.stop();
  },
  baseURL: ({ faultProxy }, provide) => provide(faultProxy.url),
  // Starts after the product, and leaves its page before the product ends.
  visitor: ({ engine, faultProxy, diapason }, provide) =>
    provideVisitor(engine, diapason.url && faultProxy.url, provide),
  otherVisitor: ({ otherEngine, faultProxy, diapason }, provide) =>
    provideVisitor(otherEngine, diapason.url && faultProxy.url, provide),
  elsewhere: async ({ playwright, faultProxy, diapason }, provide) => {
    const context = await playwright.request.newContext({ baseURL: diapason.url && faultProxy.url });
    await provide(context);
    await context.dispose();
  },
});

export { expect };
