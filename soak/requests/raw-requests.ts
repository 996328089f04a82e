import { oneOf, type Random } from "../random.ts";
import { HOST, ORIGIN } from "./draft.ts";

const CLOSE = `host: ${HOST}\r\nconnection: close`;
const POST = `POST /api/auth/sign-in/email HTTP/1.1\r\n${CLOSE}\r\norigin: ${ORIGIN}\r\ncontent-type: application/json`;

/** Data that no correct HTTP client would send. */
const RAW_REQUESTS: readonly string[] = [
  "\0\0\0\0",
  "\u0016\u0003\u0001\u0002\0\u0001\0",
  "\r\n\r\n",
  "GET\r\n\r\n",
  `GET / HTTP/9.9\r\n${CLOSE}\r\n\r\n`,
  "GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n",
  "GET /api/health HTTP/1.0\r\n\r\n",
  `GET /api/health HTTP/1.0\r\nhost: ${HOST}\r\n\r\n`,
  `GET  /api/health  HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET /api/\u00e9v\u00e9nements HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET /api/a b HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET /api/\u0001 HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET api/health HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET http://evil.example/api/health HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET ${ORIGIN}/api/health HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET http:// HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET //evil.example/api HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET ? HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `GET # HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `TRACE / HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  `CONNECT evil.example:443 HTTP/1.1\r\n${CLOSE}\r\n\r\n`,
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  `GET /api/health HTTP/1.1\r\nhost: ${HOST}\r\n${CLOSE}\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\nhost: [::1\r\nconnection: close\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\nhost: evil.example@${HOST}\r\nconnection: close\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\nhost: ${HOST}/x?y\r\nconnection: close\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\n${CLOSE}\r\nx: a\0b\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\n${CLOSE}\r\nx y: a\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\n${CLOSE}\r\nx: a\r\n folded\r\n\r\n`,
  `GET /api/health HTTP/1.1\n${CLOSE}\n\n`,
  `GET /api/changes HTTP/1.1\r\n${CLOSE}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
  `GET /api/users HTTP/1.1\r\n${CLOSE}\r\ncookie: \u00e9=\u00e9; diapason.session_token=\u00e9.\u00e9\r\n\r\n`,
  `${POST}\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
  `${POST}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/users HTTP/1.1\r\n\r\n`,
  `${POST}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${POST}\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${POST}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${POST}\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  `${POST}\r\ncontent-length: -1\r\n\r\n{}`,
  `${POST}\r\ncontent-length: 99999999999999999999\r\n\r\n{}`,
  `${POST}\r\ncontent-length: 1000000000\r\n\r\n{}`,
  `${POST}\r\ncontent-length: 100\r\n\r\n{"email":`,
  `${POST}\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`,
  `${POST}\r\nexpect: 200-ok\r\ncontent-length: 2\r\n\r\n{}`,
];

/** Data for a separate connection, one byte per character. */
export function rawRequest(random: Random): string {
  return oneOf(random, RAW_REQUESTS) ?? "";
}
