import { createContext, use, useCallback, useSyncExternalStore } from "react";
import type { UserRow } from "#contract/accounts.ts";
import type { ApiError } from "../http/api-error.ts";
import type { SessionStore } from "./session.ts";

export const SessionContext = createContext<SessionStore | null>(null);

type Session = ReturnType<SessionStore["state"]> &
  Pick<SessionStore, "signIn" | "register" | "signOut" | "accountDeleted" | "updateUser" | "check"> & {
    readonly status: "anonymous" | "signed-in";
  };

/** Who is signed in, and how that changes. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("No SessionProvider above this component");
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { signIn, register, signOut, accountDeleted, updateUser, check } = session;
  return {
    ...state,
    status: state.user === null ? "anonymous" : "signed-in",
    signIn,
    register,
    signOut,
    accountDeleted,
    updateUser,
    check,
  };
}

/** The signed-in person; only below the guard that lets nobody else in. */
export function useUser(): UserRow {
  const { user } = useSession();
  if (user === null) throw new Error("Nobody is signed in");
  return user;
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/** For refused calls: one that is about the caller says that the session is over, or that their rights have changed. */
export function useRecheckAfter(): (failure: ApiError) => void {
  const { check } = useSession();
  return useCallback(
    ({ status }) => {
      if (status === UNAUTHORIZED || status === FORBIDDEN) void check();
    },
    [check],
  );
}
