import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { ApiError } from "#client/http/api-error.ts";

/** Result of sharing, adding or deleting a planning. */
export type SharingOutcome =
  | {
      readonly status: "done";
      readonly sentence: string;
      /** For a shared planning: names of the groups that the user now belongs to. */
      readonly ownGroups?: readonly string[];
    }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

/** Result of a publication. An error that is not an `ApiError` is a bug in the page, and is rethrown. */
export async function outcomeOf(publication: Promise<PublicationReceipt>): Promise<PublicationReceipt | ApiError> {
  try {
    return await publication;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
