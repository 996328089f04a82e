import type { ReactNode } from "react";
import type { SessionStore } from "./session.ts";
import { SessionContext } from "./session-hooks.ts";

interface SessionProviderProps {
  readonly session: SessionStore;
  readonly children: ReactNode;
}

/** Provides the session to the page. */
export function SessionProvider({ session, children }: SessionProviderProps) {
  return <SessionContext value={session}>{children}</SessionContext>;
}
