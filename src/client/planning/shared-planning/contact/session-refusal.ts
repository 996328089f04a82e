import { ApiError } from "../../../http/api-error.ts";

/** Whether the server refuses every request of this page, because nobody, or another user, is signed in by now. */
export function isSessionRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === "session.other_person");
}
