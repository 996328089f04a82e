import { ApiError } from "./api-error.ts";

/**
 * The `ApiError` with which `call` failed; `null` if it succeeded. Any other error is a bug in the page, and is
 * rethrown.
 */
export async function failureOf(call: Promise<unknown>): Promise<ApiError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
