import { useEffect, useState } from "react";
import { MailDelivery } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import { ApiError, callApi } from "../../http/call-api.ts";

/** For admins: whether the server writes mails to files instead of sending them; `false` while unknown. */
export function useMailsGoToFiles(): boolean {
  const [delivery, setDelivery] = useState<MailDelivery | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal).then(setDelivery);
    return () => leaving.abort();
  }, []);
  return delivery?.to === "files";
}

/** Only an additional offer depends on it, so a silent server is not reported. */
async function load(signal: AbortSignal): Promise<MailDelivery | null> {
  try {
    return await callApi({ path: API.mailDelivery, response: MailDelivery, signal });
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return null;
    throw error;
  }
}
