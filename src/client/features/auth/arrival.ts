import { useEffect, useState } from "react";
import { useHistoryState } from "wouter/use-browser-location";

function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.search).get("token");
}

/**
 * The one-time token in the address; `null` if there is none. It is removed from the address at once, so that it is
 * neither in the history nor visible on the screen.
 */
export function useLinkToken(): string | null {
  const [token] = useState(tokenInAddress);
  useEffect(() => {
    if (tokenInAddress() !== null) history.replaceState(history.state, "", window.location.pathname);
  }, []);
  return token;
}

/** History state that a link to /login passes on; it is not visible in the address. */
export interface LoginArrival {
  readonly email: string;
}

function isLoginArrival(state: unknown): state is LoginArrival {
  return typeof state === "object" && state !== null && "email" in state && typeof state.email === "string";
}

export function useArrivingEmail(): string {
  const state: unknown = useHistoryState();
  return isLoginArrival(state) ? state.email : "";
}
