import type { PasswordReset } from "#contract/sign-in/passwords.ts";
import { API } from "#contract/paths.ts";
import { ResetDone } from "#contract/sign-in/passwords.ts";
import { callApi } from "../../http/call-api.ts";

/**
 * Sets the password of the user for whom the token was made, and ends all their sessions. Returns their e-mail address.
 * @throws ApiError
 */
export async function resetPassword(reset: PasswordReset): Promise<string> {
  const { email } = await callApi({ method: "POST", path: API.resetPassword, body: reset, answer: ResetDone });
  return email;
}
