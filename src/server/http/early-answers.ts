import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { networkOf, plainAddress } from "./client-address.ts";
import { newRequestId, REQUEST_ID_HEADER } from "./request-id.ts";

/** Statuses of Node's parser errors; any other error is a bad request. */
const STATUS_OF_FAULT: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};
const BAD_REQUEST = 400;
const EXPECTATION_FAILED = 417;
const FAILURE = 500;

interface EarlyAnswerOptions {
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

function rawAnswer(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headers, "content-length": "0", connection: "close" });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
}

/** Whether a response has begun on this connection; a second one would corrupt it. */
function isAnswering(answers: ReadonlySet<ServerResponse> | undefined): boolean {
  return [...(answers ?? [])].some(({ headersSent, writableFinished }) => headersSent && !writableFinished);
}

/** Adds the security headers to responses sent before any route runs. Node alone would send none. */
export function guardEarlyAnswers(server: Server, { headers, logger }: EarlyAnswerOptions): void {
  const answers = new WeakMap<Socket, Set<ServerResponse>>();
  server.on("request", ({ socket }, response) => {
    const ofSocket = answers.get(socket) ?? new Set();
    answers.set(socket, ofSocket.add(response));
    response.once("close", () => ofSocket.delete(response));
  });
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(EXPECTATION_FAILED, { ...headers, "content-length": 0 }).end();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && !isAnswering(answers.get(socket))) {
      const status = STATUS_OF_FAULT[error.code ?? ""] ?? BAD_REQUEST;
      const network = networkOf(plainAddress(socket.remoteAddress ?? ""));
      const requestId = newRequestId();
      logger.info({ requestId, status, reason: error.code, network }, "request unreadable");
      socket.write(rawAnswer(status, { ...headers, [REQUEST_ID_HEADER]: requestId }));
    }
    socket.destroy();
  });
}

/** The response to a request that the framework cannot parse: no host, or an invalid URL. */
export function refuseUnreadable(error: unknown, { headers, logger }: EarlyAnswerOptions): Response {
  const requestId = newRequestId();
  const named = { ...headers, [REQUEST_ID_HEADER]: requestId };
  if (!(error instanceof RequestError)) {
    logger.error({ requestId, error: String(error) }, "request failed");
    return new Response(null, { status: FAILURE, headers: named });
  }
  logger.info({ requestId, status: BAD_REQUEST }, "request unreadable");
  return new Response(null, { status: BAD_REQUEST, headers: named });
}
