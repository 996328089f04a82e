import { ApiError } from "../../http/api-error.ts";

/** Whether the server refuses whoever asks, whatever is asked: nobody, or somebody else, is signed in by now. */
export function isSessionRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === "session.other_person");
}
