import { useEffect, useState } from "react";

/** Name of the query parameter in links of mails. */
const PARAMETER = "token";

function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.search).get(PARAMETER);
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
