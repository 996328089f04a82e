import type { PublicationReceipt } from "#contract/planning-calls.ts";
import { ApiError } from "#client/http/api-error.ts";

/** What became of a planning that was to be shared, added or forgotten. */
export type SharingOutcome =
  | { readonly status: "done"; readonly sentence: string }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

/** What a publication ended in. What is not a failed call is a fault of the page, and is thrown on. */
export async function outcomeOf(publication: Promise<PublicationReceipt>): Promise<PublicationReceipt | ApiError> {
  try {
    return await publication;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
