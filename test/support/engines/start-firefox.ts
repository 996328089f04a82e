import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngineProgram } from "../../../scripts/find-program.mjs";
import { type Engine, ownEnvironment } from "./engine.ts";
import { firstMatch } from "./first-match.ts";

/** A message of the browser. Responses to commands have an `id`, events have none. */
interface Message {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly message?: string;
}

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

/** Firefox, driven by WebDriver BiDi over its own socket. */
export async function startFirefox(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), "diapason-firefox-"));
  const words = ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0"];
  const child = spawn(findEngineProgram("firefox"), words, {
    env: ownEnvironment(home),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  const address = await firstMatch(child.stderr, LISTENING);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");

  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Message;
    if (id === undefined) return;
    const caller = waiting.get(id);
    waiting.delete(id);
    if (type === "success") caller?.resolve(result);
    else caller?.reject(new Error(message));
  });
  let calls = 0;

  function call<Result>(method: string, params: object): Promise<Result> {
    const caller = Promise.withResolvers<unknown>();
    waiting.set(++calls, caller);
    socket.send(JSON.stringify({ id: calls, method, params }));
    return caller.promise as Promise<Result>;
  }

  async function newDevice(): Promise<{ userContext: string; context: string }> {
    const { userContext } = await call<{ userContext: string }>("browser.createUserContext", {});
    const { context } = await call<{ context: string }>("browsingContext.create", { type: "tab", userContext });
    return { userContext, context };
  }

  await call("session.new", { capabilities: {} });
  let device = await newDevice();

  return {
    async open(url) {
      try {
        await call("browsingContext.navigate", { context: device.context, url, wait: "interactive" });
      } catch (cause) {
        throw new Error(`Firefox could not open ${url}`, { cause });
      }
    },
    async run(source, argument) {
      const { result, exceptionDetails } = await call<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>("script.callFunction", {
        target: { context: device.context },
        functionDeclaration: `async () => JSON.stringify(await (${source})(${JSON.stringify(argument)}))`,
        awaitPromise: true,
        userActivation: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    act: (actions) => call("input.performActions", { context: device.context, actions }),
    resize: (width, height) =>
      call("browsingContext.setViewport", { context: device.context, viewport: { width, height } }),
    async forget() {
      const { userContext } = device;
      device = await newDevice();
      await call("browser.removeUserContext", { userContext });
    },
    async stop() {
      await call("browser.close", {});
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}
