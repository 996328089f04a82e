import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { networkOf, plainAddress } from "./client-address.ts";

/** Node's answers to what its parser cannot read; anything else is a bad request. */
const STATUS_OF_FAULT: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};
const BAD_REQUEST = 400;
const EXPECTATION_FAILED = 417;
const FAILURE = 500;

interface EarlyAnswerOptions {
  /** What every answer carries. */
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

/** Whether an answer has begun on this connection, which a second one would cut into. */
function isAnswering(answer: ServerResponse | undefined): boolean {
  return answer !== undefined && answer.headersSent && !answer.writableFinished;
}

/** Guards what is answered before any route, too: Node by itself would do so without a header. */
export function guardEarlyAnswers(server: Server, { headers, logger }: EarlyAnswerOptions): void {
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }, response) => void answers.set(socket, response));
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(EXPECTATION_FAILED, { ...headers, "content-length": 0 }).end();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && !isAnswering(answers.get(socket))) {
      const status = STATUS_OF_FAULT[error.code ?? ""] ?? BAD_REQUEST;
      const network = networkOf(plainAddress(socket.remoteAddress ?? ""));
      logger.info({ status, reason: error.code, network }, "request unreadable");
      socket.write(rawAnswer(status, headers));
    }
    socket.destroy();
  });
}

/** The answer to a request that the framework cannot take in: no host, or no address. */
export function refuseUnreadable(error: unknown, { headers, logger }: EarlyAnswerOptions): Response {
  if (!(error instanceof RequestError)) {
    logger.error({ error: String(error) }, "request failed");
    return new Response(null, { status: FAILURE, headers });
  }
  logger.info({ status: BAD_REQUEST }, "request unreadable");
  return new Response(null, { status: BAD_REQUEST, headers });
}
