import { ApiError } from "./api-error.ts";

/** What `call` failed with; `null` when it succeeded. What is not a failed call is a fault of the page, and is thrown on. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
