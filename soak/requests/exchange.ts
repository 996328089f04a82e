import { type Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { CONNECTION_LIMITS } from "../../src/server/http/connection-limits.ts";
import { HOST, ORIGIN } from "./draft.ts";
import type { GeneratedRequest } from "./generate-request.ts";

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Of a stream, what came first. */
  readonly text: string;
}

/** An answer that takes longer is none. */
const PATIENCE_MS = 15_000;
/** Longer headers are refused by the HTTP parser. */
const HEADERS_MAX = CONNECTION_LIMITS.maxHeaderSize;
/** Of the answer itself, not of the word that it may go on. */
const HEAD = /^(?:HTTP\/1\.1 1\d\d .*\r\n\r\n)?HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([\s\S]*?)\r\n\r\n/;

function fill(text: string, url: string): string {
  return text.replaceAll(ORIGIN, url).replaceAll(HOST, new URL(url).host);
}

/** Who talks no sense, or without end, may find the connection cut before they have heard why. */
function isCut(error: Error): boolean {
  return "code" in error && error.code === "ECONNRESET";
}

/** Whether the HTTP parser takes it for no request at all. */
function isNone(path: string, headers: Readonly<Record<string, unknown>>): boolean {
  return !/^[/*h]/.test(path) || JSON.stringify(headers).length > HEADERS_MAX;
}

/** Sends the bytes and no more; all that the server says until it closes the connection. */
async function exchangeRaw(url: string, raw: string): Promise<ReceivedAnswer | null> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer")));
  let said = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (said += chunk));
  const closed = Promise.withResolvers<void>();
  socket.on("close", () => closed.resolve());
  socket.on("error", (error) => {
    if (!isCut(error)) closed.reject(error);
  });
  socket.end(Buffer.from(fill(raw, url), "latin1"));
  await closed.promise;
  const [head, status = "", lines = ""] = HEAD.exec(said) ?? [];
  if (head === undefined) return null;
  const headers = lines.split("\r\n").map((line) => line.split(": ") as [string, string]);
  return { status: Number(status), headers: lowerCase(headers), text: said.slice(head.length) };
}

function lowerCase(headers: readonly [string, string][]): IncomingHttpHeaders {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function exchangeWhole(url: string, request: GeneratedRequest, agent: Agent): Promise<ReceivedAnswer | null> {
  return new Promise((resolve, reject) => {
    const { method, path } = request;
    const body = request.body === null ? undefined : Buffer.from(request.body, "base64");
    const { port } = new URL(url);
    const filled = Object.entries(request.headers).map(([name, value]) => [name, fill(value, url)]);
    // Node tells the length of a body by itself only for methods that usually have one.
    const headers = { ...Object.fromEntries(filled), ...(body && { "content-length": body.length }) };
    const options = { host: "127.0.0.1", port, method, path, headers, agent, timeout: PATIENCE_MS };
    const outgoing = httpRequest(options, (incoming) => {
      let text = "";
      const answer = () => ({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => {
        text += chunk;
        if (incoming.headers["content-type"] !== "text/event-stream") return;
        resolve(answer());
        incoming.destroy();
      });
      incoming.on("end", () => resolve(answer()));
      incoming.on("error", reject);
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    outgoing.on("error", (error) => (isCut(error) && isNone(path, headers) ? resolve(null) : reject(error)));
    outgoing.end(body);
  });
}

/** Sends a request to the server at `url`; `null`: it cut the connection of one that is none. @throws Error for no answer */
export function exchange(url: string, request: GeneratedRequest, agent: Agent): Promise<ReceivedAnswer | null> {
  return request.raw === undefined ? exchangeWhole(url, request, agent) : exchangeRaw(url, request.raw);
}
