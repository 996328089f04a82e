import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * How many requests may wait on one connection. No browser sends a second request before the first response, and few
 * other programs do.
 */
const WAITING_MAX = 16;
/** The total size of their addresses, headers and bodies. */
const WAITING_MAX_BYTES = 64 * 1024;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bytes: number;
}

/** The requests that wait on a connection while another one is answered. */
type Queue = Waiting[];

/** The memory of a waiting request; infinite for a body of unknown length. */
function bytesOf({ url = "", rawHeaders, headers }: IncomingMessage): number {
  const body = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return url.length + rawHeaders.reduce((sum, text) => sum + text.length, 0) + body;
}

function hasRoom(queue: Queue, bytes: number): boolean {
  const waiting = queue.reduce((sum, request) => sum + request.bytes, 0);
  return queue.length < WAITING_MAX && waiting + bytes <= WAITING_MAX_BYTES;
}

/**
 * Handles the requests of one connection one at a time: the next one starts when the previous response was sent. Node
 * alone would handle all at once, and buffer all responses for a client that reads none. A connection with too many
 * waiting requests is closed.
 */
export function inTurns(answer: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Queue>();

  function answerNow(queue: Queue, socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => {
      const next = queue.shift();
      if (next === undefined || socket.destroyed) queues.delete(socket);
      else answerNow(queue, socket, next.request, next.response);
    });
    answer(request, response);
  }

  return function takeTurn(request, response) {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue === undefined) {
      const empty: Queue = [];
      queues.set(socket, empty);
      answerNow(empty, socket, request, response);
      return;
    }
    const bytes = bytesOf(request);
    if (hasRoom(queue, bytes)) queue.push({ request, response, bytes });
    else socket.destroy();
  };
}
