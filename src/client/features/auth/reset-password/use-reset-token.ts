import { useEffect, useState } from "react";

/** The name it has in the link of the mail. */
const PARAMETER = "token";

function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.search).get(PARAMETER);
}

/**
 * The one-time token that the address came with; `null` where it has none. It is taken out of the address at once:
 * neither the history nor whoever looks at the screen keeps it.
 */
export function useResetToken(): string | null {
  const [token] = useState(tokenInAddress);
  useEffect(() => {
    if (tokenInAddress() !== null) history.replaceState(history.state, "", window.location.pathname);
  }, []);
  return token;
}
