import { ApiError } from "#client/http/api-error.ts";
import { sentenceOf, tooManyTries } from "#text/errors.ts";

/** Why a call failed, in words. */
export function failureSentence(error: ApiError): string {
  const { code, retryAfter } = error;
  return code === "request.too_many" && retryAfter !== undefined ? tooManyTries(retryAfter) : sentenceOf(code);
}

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
