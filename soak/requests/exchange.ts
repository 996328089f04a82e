import { type Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { CONNECTION_LIMITS } from "../../src/server/http/connection-limits.ts";
import { HOST, ORIGIN } from "./draft.ts";
import type { GeneratedRequest } from "./generate-request.ts";

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Of a stream, only the first data. */
  readonly text: string;
}

/** Longer answers count as missing. */
const PATIENCE_MS = 15_000;
/** Longer headers are refused by the HTTP parser. */
const HEADERS_MAX = CONNECTION_LIMITS.maxHeaderSize;
/** Matches the final answer, skipping an interim one (`100 Continue`). */
const HEAD = /^(?:HTTP\/1\.1 1\d\d .*\r\n\r\n)?HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([\s\S]*?)\r\n\r\n/;

function fill(text: string, url: string): string {
  return text.replaceAll(ORIGIN, url).replaceAll(HOST, new URL(url).host);
}

/** The server may reset a connection with invalid or endless data before its answer is received. */
function isCut(error: Error): boolean {
  return "code" in error && error.code === "ECONNRESET";
}

/** Whether the HTTP parser rejects the request as malformed. */
function isNone(path: string, headers: Readonly<Record<string, unknown>>): boolean {
  return !/^[/*h]/.test(path) || JSON.stringify(headers).length > HEADERS_MAX;
}

/** Sends only these bytes; returns everything the server sends until it closes the connection. */
async function exchangeRaw(url: string, raw: string): Promise<ReceivedAnswer | null> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer")));
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (received += chunk));
  const closed = Promise.withResolvers<void>();
  socket.on("close", () => closed.resolve());
  socket.on("error", (error) => {
    if (!isCut(error)) closed.reject(error);
  });
  socket.end(Buffer.from(fill(raw, url), "latin1"));
  await closed.promise;
  const [head, status = "", lines = ""] = HEAD.exec(received) ?? [];
  if (head === undefined) return null;
  const headers = lines.split("\r\n").map((line) => line.split(": ") as [string, string]);
  return { status: Number(status), headers: lowerCase(headers), text: received.slice(head.length) };
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
    // Node sets the length of a body only for methods that usually have one.
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

/**
 * Sends a request to the server at `url`; `null` if the server cut the connection of a malformed one. @throws Error if
 * there is no answer
 */
export function exchange(url: string, request: GeneratedRequest, agent: Agent): Promise<ReceivedAnswer | null> {
  return request.raw === undefined ? exchangeWhole(url, request, agent) : exchangeRaw(url, request.raw);
}
