import { type ReactNode, useEffect } from "react";
import type { SessionStore } from "./session.ts";
import { SessionContext } from "./session-hooks.ts";
import { watchSession } from "./session-watch.ts";

interface SessionProviderProps {
  readonly session: SessionStore;
  readonly children: ReactNode;
}

/** Provides the session to the page, and checks it while the page is open. */
export function SessionProvider({ session, children }: SessionProviderProps) {
  useEffect(() => watchSession(session, { page: document, now: Date.now, random: Math.random }), [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}
