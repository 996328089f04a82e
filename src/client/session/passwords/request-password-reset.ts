import { API } from "#contract/paths.ts";
import { callApi } from "../../http/call-api.ts";

/** Requests a mail with a link for a new password. @throws ApiError */
export async function requestPasswordReset(email: string): Promise<void> {
  await callApi({ method: "POST", path: API.requestPasswordReset, body: { email } });
}
