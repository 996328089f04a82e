import { Memberships } from "#contract/planning/memberships.ts";
import type { Membership } from "#contract/planning/planning.ts";
import { membershipsAddress } from "#contract/planning/planning-addresses.ts";
import { ApiError } from "../../http/api-error.ts";
import { callApi } from "../../http/call-api.ts";

/** Who belongs to which group: all memberships, or those of one person. `null` if the server does not answer. */
export async function readMemberships(userId?: string): Promise<readonly Membership[] | null> {
  try {
    return await callApi({ path: membershipsAddress(userId), answer: Memberships });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
