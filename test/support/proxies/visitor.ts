import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
  type IncomingHttpHeaders,
} from "node:http2";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from "node:tls";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  // Not checked: each test names the type that it expects.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  readonly json: <T = Record<string, unknown>>() => T;
}

interface Sent {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An open stream of server-sent events. */
export interface FollowedStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves with everything so far once it matches. @throws Error when the stream ends before */
  readonly find: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<void>;
}

/** A browser's connection over TLS and HTTP/2. It keeps cookies, and sends its origin with writes. */
export interface Visitor {
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Reply>;
  readonly follow: (path: string, headers?: Readonly<Record<string, string>>) => Promise<FollowedStream>;
  readonly leave: () => void;
}

/** How to reach a proxy. */
export interface ProxyAddress {
  readonly origin: string;
  /** A socket of visitor-sockets.ts. */
  readonly socketPath: string;
  /** The certificate of the authority that it trusts. */
  readonly authority: string;
}

/** Connects over TLS. @throws Error when the server refuses */
export async function openTls(
  { origin, socketPath, authority }: ProxyAddress,
  options: ConnectionOptions = {},
): Promise<TLSSocket> {
  const { hostname: servername } = new URL(origin);
  const socket = connectTls({ socket: connect(socketPath), servername, ca: authority, ...options });
  await once(socket, "secureConnect");
  return socket;
}

async function follow(stream: ClientHttp2Stream): Promise<FollowedStream> {
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status"?: number }];
  let text = "";
  let grew = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text += chunk;
    grew.resolve();
    grew = Promise.withResolvers();
  });
  // After a broken stream "close" follows, too.
  stream.on("error", () => undefined);
  stream.on("close", () => ended.resolve());
  async function find(pattern: RegExp): Promise<string> {
    while (!pattern.test(text)) {
      const next = await Promise.race([grew.promise.then(() => "more"), ended.promise.then(() => "end")]);
      if (next === "end" && !pattern.test(text)) throw new Error(`The stream ended after: ${text}`);
    }
    return text;
  }
  return { status: headers[":status"] ?? 0, headers, find, ended: ended.promise };
}

export async function arrive(way: ProxyAddress): Promise<Visitor> {
  const socket = await openTls(way, { ALPNProtocols: ["h2"] });
  if (socket.alpnProtocol !== "h2") throw new Error(`HTTP/2 was not negotiated, but ${String(socket.alpnProtocol)}`);
  const session: ClientHttp2Session = connectHttp2(way.origin, { createConnection: () => socket });
  const cookies = new Map<string, string>();

  function headersOf(method: string, path: string, more: Readonly<Record<string, string>>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const isWrite = method !== "GET";
    return {
      [constants.HTTP2_HEADER_METHOD]: method,
      // As browsers send it; Node adds the port.
      [constants.HTTP2_HEADER_AUTHORITY]: new URL(way.origin).host,
      [constants.HTTP2_HEADER_PATH]: path,
      ...(cookie && { cookie }),
      ...(isWrite && { origin: way.origin, "content-type": "application/json" }),
      ...more,
    };
  }

  return {
    async send(method, path, { body, headers: more = {} } = {}) {
      const stream = session.request(headersOf(method, path, more));
      stream.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
      const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status"?: number }];
      for (const line of headers["set-cookie"] ?? []) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/);
        cookies.set(name, value);
      }
      const bytes = await buffer(stream);
      return { status: headers[":status"] ?? 0, headers, body: bytes, json: () => JSON.parse(bytes.toString()) };
    },
    follow: (path, more = {}) => follow(session.request(headersOf("GET", path, more))),
    leave: () => session.destroy(),
  };
}
