import { ConfirmationRequested } from "#contract/accounts/confirmations.ts";
import { API } from "#contract/paths.ts";
import { callApi } from "../http/call-api.ts";

/**
 * Has the mail that confirms the user's own address sent again. Returns `confirmed` where there is nothing left to confirm.
 * Throws `ApiError` if it fails.
 */
export async function requestConfirmation(): Promise<ConfirmationRequested["status"]> {
  const call = { method: "POST", path: API.ownConfirmation, answer: ConfirmationRequested } as const;
  return (await callApi(call)).status;
}
