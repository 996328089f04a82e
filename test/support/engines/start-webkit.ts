import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect } from "@playwright/test";
import { findEngineProgram } from "../../../scripts/find-program.mjs";
import { freePort } from "../postgres/free-port.ts";
import { type Engine, ownEnvironment } from "./engine.ts";
import { firstMatch } from "./first-match.ts";

/** As root there is no sandbox, and an invisible screen has no graphics card. */
const WITHOUT_DESKTOP = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  LIBGL_ALWAYS_SOFTWARE: "1",
};

/** The first window cannot be as narrow as a phone, because of its toolbar. A window that a page opens has none. */
const OPEN_BARE_WINDOW = 'window.open("about:blank", "_blank", "toolbar=no,location=no,menubar=no")';

/** A time limit: if the page goes away while a script runs, the driver never responds. */
const SCRIPT_MS = 10_000;

/** WebKitGTK in its MiniBrowser, driven by WebDriver, on a virtual screen (Xvfb). */
export async function startWebkit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), "diapason-webkit-"));
  const screen = spawn(
    findEngineProgram("xvfb"),
    ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const display = await firstMatch(screen.stdio[3] as Readable, /(\d+)\n/);
  const port = await freePort();
  const driver = spawn(findEngineProgram("webkitDriver"), [`--port=${port}`], {
    env: { ...ownEnvironment(home), ...WITHOUT_DESKTOP, DISPLAY: `:${display}` },
    stdio: "ignore",
  });

  async function call<Value>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Value> {
    const init = { method, body: JSON.stringify(body) ?? null, signal: signal ?? null };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = (await response.json()) as { value: Value & { message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  }

  await expect(() => call("GET", "/status")).toPass({ intervals: [20], timeout: 10_000 });
  const options = {
    binary: findEngineProgram("webkit"),
    args: ["--automation", "--javascript-can-open-windows-automatically=true"],
  };
  const wanted = {
    // With another strategy each command would wait for the page to load, also while a test delays its scripts.
    pageLoadStrategy: "none",
    "webkitgtk:browserOptions": options,
  };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", {
    capabilities: { alwaysMatch: wanted },
  });
  const session = `/session/${sessionId}`;
  const [own] = await call<string[]>("GET", `${session}/window/handles`);
  await call("POST", `${session}/execute/sync`, { script: OPEN_BARE_WINDOW, args: [] });
  const handles = await call<string[]>("GET", `${session}/window/handles`);
  await call("POST", `${session}/window`, { handle: handles.find((handle) => handle !== own) });

  async function run(source: string, argument: unknown): Promise<unknown> {
    const script = `
      const result = (${source})(arguments[0]);
      return result instanceof Promise ? result.then(JSON.stringify) : JSON.stringify(result);
    `;
    const body = { script, args: [argument] };
    const result = await call<string | null>("POST", `${session}/execute/sync`, body, AbortSignal.timeout(SCRIPT_MS));
    return result === null ? undefined : JSON.parse(result);
  }

  return {
    async open(url) {
      await run("() => void (window.isLeft = true)", null);
      await call("POST", `${session}/url`, { url });
      await expect(async () => {
        expect(await run(`() => window.isLeft !== true && document.readyState !== "loading"`, null)).toBe(true);
      }).toPass({ intervals: [20], timeout: 20_000 });
    },
    run,
    act: (actions) => call("POST", `${session}/actions`, { actions }),
    resize: (width, height) => call("POST", `${session}/window/rect`, { width, height }),
    // Each product has its own port, and so an empty storage. Cookies are shared by all ports of a host.
    forget: () => call("DELETE", `${session}/cookie`),
    async stop() {
      await call("DELETE", session);
      await end(driver);
      await end(screen);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  child.kill();
  await ended;
}
