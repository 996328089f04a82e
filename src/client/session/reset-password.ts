import type { PasswordReset } from "#contract/account-forms.ts";
import { API } from "#contract/paths.ts";
import { callApi } from "../http/call-api.ts";

/** Sets the password of whoever the mail with this token was for; ends all of their sessions. @throws ApiError */
export async function resetPassword(reset: PasswordReset): Promise<void> {
  await callApi({ method: "POST", path: API.resetPassword, body: reset });
}
