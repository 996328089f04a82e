import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "../postgres/free-port.ts";

/** Stands in front of the product: it can be shut, hold scripts back, and hears what goes wrong in any browser's page. */
export interface Door {
  readonly url: string;
  /** The port on which the product must listen. */
  readonly targetPort: number;
  /** What pages logged as errors, threw, or were refused by the content security policy. */
  readonly complaints: readonly string[];
  /** Ends every connection, and refuses new ones. */
  readonly shut: () => Promise<void>;
  readonly reopen: () => Promise<void>;
  /** From now on these files arrive when the returned function is called, and are fetched each time. */
  readonly hold: (files: RegExp) => () => void;
}

const COMPLAINTS = "/complaints";
const WATCHER = "/watcher.js";

/** Not every engine tells its driver what a page logs, so the page itself does. Runs before every other script. */
const WATCH = `
const send = (text) => void fetch("${COMPLAINTS}", { method: "POST", body: location.pathname + ": " + text, keepalive: true }).catch(() => undefined);
const logged = console.error;
console.error = (...words) => { send("logged " + words.map((word) => word?.stack ?? word).join(" ")); logged(...words); };
addEventListener("error", ({ message, error }) => { if (message) send("threw " + message + " " + (error?.stack ?? "")); });
addEventListener("unhandledrejection", ({ reason }) => send("rejected " + reason + " " + (reason?.stack ?? "")));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => send(violatedDirective + " refused " + blockedURI));
`;

export async function openDoor(): Promise<Door> {
  const targetPort = await freePort();
  const complaints: string[] = [];
  const held = new Map<RegExp, Promise<void>>();

  const server = createServer((asked, answer) => void handle(asked, answer));

  async function handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? "";
    if (path === COMPLAINTS) {
      complaints.push(await text(asked));
      answer.end();
    } else if (path === WATCHER) answer.setHeader("content-type", "text/javascript").end(WATCH);
    else {
      for (const [files, released] of held) if (files.test(path)) await released;
      pass(asked, answer);
    }
  }

  function pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path } = asked;
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const passed = request({ host: "127.0.0.1", port: targetPort, method, path, headers }, (given) => {
      const isPage = given.headers["content-type"]?.startsWith("text/html") === true;
      const { "content-length": length, ...rest } = given.headers;
      if ([...held.keys()].some((files) => files.test(path ?? ""))) rest["cache-control"] = "no-store";
      answer.writeHead(
        given.statusCode ?? 500,
        isPage ? rest : { ...rest, ...(length === undefined ? {} : { "content-length": length }) },
      );
      if (!isPage || length === "0") given.pipe(answer);
      else
        void text(given).then((page) => answer.end(page.replace("<head>", `<head><script src="${WATCHER}"></script>`)));
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
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
