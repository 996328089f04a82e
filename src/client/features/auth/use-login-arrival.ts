import { useHistoryState } from "wouter/use-browser-location";

/** History state that a link to /login passes on; it is not visible in the address. */
export interface LoginArrival {
  readonly email: string;
}

function isLoginArrival(state: unknown): state is LoginArrival {
  return typeof state === "object" && state !== null && "email" in state && typeof state.email === "string";
}

/** The e-mail address that prefills the login form. */
export function useArrivingEmail(): string {
  const state: unknown = useHistoryState();
  return isLoginArrival(state) ? state.email : "";
}
