import { useEffect, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";

function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.search).get("token");
}

/**
 * The one-time token of the address (`?token=…`); `null` if there is none. The token is removed from the address at
 * once, so that nobody finds it on the screen or in the browser history.
 */
export function useLinkToken(): string | null {
  const [token] = useState(tokenInAddress);
  useEffect(() => {
    if (tokenInAddress() !== null) history.replaceState(history.state, "", window.location.pathname);
  }, []);
  return token;
}

/** The history state with which other pages link to /login. Unlike a query string it is not visible in the address. */
export interface LoginArrival {
  readonly email: string;
}

function isLoginArrival(state: unknown): state is LoginArrival {
  return typeof state === "object" && state !== null && "email" in state && typeof state.email === "string";
}

/** The e-mail address that the link to /login passed on; empty if there is none. */
export function useArrivingEmail(): string {
  const state: unknown = useHistoryState();
  return isLoginArrival(state) ? state.email : "";
}
