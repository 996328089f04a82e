import { randomUUID } from "node:crypto";
import type { BlockList } from "node:net";
import { isTrusted, plainAddress } from "./client-address.ts";

export const REQUEST_ID_HEADER = "x-request-id";

/** As long as `3f2a9c1b-7d4e`: 48 random bits, short enough to be read out. */
const ID_CHARACTERS = 13;
/** Those of nginx, Caddy, Traefik and HAProxy are. Nothing else gets into the log or into an answer. */
const WELL_FORMED = /^[\w-]{8,64}$/;

export function newRequestId(): string {
  return randomUUID().slice(0, ID_CHARACTERS);
}

/** The id under which a trusted proxy logs the request, or else a new one. */
export function requestIdOf(headers: Headers, peer: string | undefined, trustedProxies: BlockList): string {
  const sent = headers.get(REQUEST_ID_HEADER);
  const isTaken = sent !== null && WELL_FORMED.test(sent) && isTrusted(plainAddress(peer ?? ""), trustedProxies);
  return isTaken ? sent : newRequestId();
}
