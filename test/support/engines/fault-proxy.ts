import { once } from "node:events";
import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "../postgres/free-port.ts";

/**
 * A reverse proxy in front of the product. It can cut the connection and delay files, and it collects the errors of the
 * pages in any browser.
 */
export interface FaultProxy {
  readonly url: string;
  /** The port on which the product must listen. */
  readonly targetPort: number;
  /** What pages logged as errors, threw, or were refused by the content security policy. */
  readonly complaints: readonly string[];
  /** Ends every connection, and refuses new ones. */
  readonly shut: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  /** From now on these files are delayed until the returned function is called, and are never cached. */
  readonly hold: (files: RegExp) => () => void;
}

const COMPLAINTS = "/complaints";
const WATCHER = "/watcher.js";

/** Runs in the page before every other script: reports its errors, because not every engine's driver can do that. */
const WATCH = `
const send = (text) => void fetch("${COMPLAINTS}", { method: "POST", body: location.pathname + ": " + text, keepalive: true }).catch(() => undefined);
const logged = console.error;
console.error = (...words) => { send("logged " + words.map((word) => word?.stack ?? word).join(" ")); logged(...words); };
addEventListener("error", ({ message, error }) => { if (message) send("threw " + message + " " + (error?.stack ?? "")); });
addEventListener("unhandledrejection", ({ reason }) => send("rejected " + reason + " " + (reason?.stack ?? "")));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => send(violatedDirective + " refused " + blockedURI));
`;

export async function startFaultProxy(): Promise<FaultProxy> {
  const targetPort = await freePort();
  const complaints: string[] = [];
  const held = new Map<RegExp, Promise<void>>();

  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    if (path === COMPLAINTS) {
      complaints.push(await text(request));
      response.end();
    } else if (path === WATCHER) response.setHeader("content-type", "text/javascript").end(WATCH);
    else {
      for (const [files, released] of held) if (files.test(path)) await released;
      pass(request, response);
    }
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, url: path } = request;
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const passed = send({ host: "127.0.0.1", port: targetPort, method, path, headers }, (upstream) => {
      const isPage = upstream.headers["content-type"]?.startsWith("text/html") === true;
      const { "content-length": length, ...rest } = upstream.headers;
      if ([...held.keys()].some((files) => files.test(path ?? ""))) rest["cache-control"] = "no-store";
      response.writeHead(
        upstream.statusCode ?? 500,
        isPage ? rest : { ...rest, ...(length === undefined ? {} : { "content-length": length }) },
      );
      if (!isPage || length === "0") upstream.pipe(response);
      else
        void text(upstream).then((page) =>
          response.end(page.replace("<head>", `<head><script src="${WATCHER}"></script>`)),
        );
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  }

  const port = await listen(0);
  return {
    url: `http://localhost:${port}`,
    targetPort,
    complaints,
    async shut() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
    reopen: async () => void (await listen(port)),
    hold(files) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(files, promise);
      return resolve;
    },
  };
}
