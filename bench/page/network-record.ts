import type { CDPSession } from "@playwright/test";
import type { FetchedFile } from "#test/support/browser/fetched-file.ts";

export interface NetworkRequest extends FetchedFile {
  /** `Document`, `Script`, `Font`, `Fetch`, `EventSource` and others, as Chromium calls them. */
  readonly type: string;
  /** Milliseconds since the page itself was requested. */
  readonly start: number;
  /** When its headers arrived; `Infinity` if they did not. */
  respondedAt: number;
  /** 0 from a cache, and for a stream that is still open. */
  bytes: number;
}

const MILLISECONDS = 1000;
/** The change stream: unlike other calls, it stays open. */
const STREAM = "/api/changes";

/** Records the requests of a page from now on; call it before the page is opened. */
export function recordNetwork(devTools: CDPSession): readonly NetworkRequest[] {
  const requests: NetworkRequest[] = [];
  const byId = new Map<string, NetworkRequest>();
  const headerBytes = new Map<string, number>();
  let startTime = Number.NaN;
  const since = (timestamp: number) => (timestamp - startTime) * MILLISECONDS;
  devTools.on("Network.requestWillBeSent", ({ requestId, request: { url }, type = "Other", timestamp }) => {
    if (!url.startsWith("http")) return;
    if (requests.length === 0) startTime = timestamp;
    const { pathname } = new URL(url);
    const request = { path: pathname, type, start: since(timestamp), respondedAt: Number.POSITIVE_INFINITY, bytes: 0 };
    byId.set(requestId, request);
    requests.push(request);
  });
  devTools.on("Network.responseReceived", ({ requestId, timestamp, response }) => {
    const request = byId.get(requestId);
    if (request === undefined) return;
    request.respondedAt = since(timestamp);
    headerBytes.set(requestId, response.encodedDataLength);
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = byId.get(requestId);
    if (request !== undefined) request.bytes = Math.max(0, encodedDataLength - (headerBytes.get(requestId) ?? 0));
  });
  return requests;
}

export function isStream({ path }: NetworkRequest): boolean {
  return path === STREAM;
}

export function isCall({ path }: NetworkRequest): boolean {
  return path.startsWith("/api/") && path !== STREAM;
}

/** The length of the longest chain of requests in which each started after the one before was answered. */
export function roundsOf(requests: readonly NetworkRequest[]): number {
  const rounds = new Map<NetworkRequest, number>();
  for (const request of requests.toSorted((a, b) => a.start - b.start)) {
    const before = [...rounds].filter(([{ respondedAt }]) => respondedAt <= request.start).map(([, round]) => round);
    rounds.set(request, Math.max(0, ...before) + 1);
  }
  return Math.max(0, ...rounds.values());
}
