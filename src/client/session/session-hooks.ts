import { createContext, use, useCallback } from "react";
import type { UserRow } from "#contract/accounts/users.ts";
import type { ApiError } from "../http/call-api.ts";
import { useStore } from "../storage/listeners.ts";
import type { SessionStore } from "./session.ts";

export const SessionContext = createContext<SessionStore | null>(null);

/** The session's state and the functions that change it. */
export function useSession(): SessionStore & ReturnType<SessionStore["state"]> {
  const session = use(SessionContext);
  if (session === null) throw new Error("No SessionContext above this component");
  return { ...session, ...useStore(session.subscribe, session.state) };
}

/** The signed-in user. To be used below the `SignedInOnly` guard. */
export function useUser(): UserRow {
  const { user } = useSession();
  if (user === null) throw new Error("Nobody is signed in");
  return user;
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/** Returns a function to call after a failed call. If session or rights may have changed, it checks them. */
export function useRecheckAfter(): (failure: ApiError) => void {
  const { check } = useSession();
  return useCallback(
    ({ status, code }) => {
      if (status === UNAUTHORIZED || status === FORBIDDEN || code === "session.other_person") void check();
    },
    [check],
  );
}
