import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { Id, ServiceName } from "../planning/planning.ts";
import { UserRow } from "./users.ts";

/** The other row of the same person. */
const With = z.object({ with: Id });

/** `guitar`: which one stays, if the two rows have both. */
const Merge = z.object({ with: Id, guitar: z.optional(ServiceName) });

/** What a merge would do, as far as the list of people does not say it. */
export const MergePreview = z.object({
  /** The row that stays. */
  keptId: z.string(),
  /** The answers of the row that goes. */
  answers: z.int(),
  /** The events for which both rows have another answer: the later one counts. */
  conflicts: z.int(),
});

export type MergePreview = z.infer<typeof MergePreview>;

export const MERGING_OPERATIONS = {
  previewMerge: {
    method: "GET",
    path: API.userMerge,
    access: "user.merge",
    summary: "What would come of merging two rows of one person",
    query: With,
    status: 200,
    response: MergePreview,
    errors: ["user.not_found"],
  },
  mergePeople: {
    method: "POST",
    path: API.userMerge,
    access: "user.merge",
    summary:
      "Merge two rows of one person. The account that signed in last stays, and gets what the other row has; this cannot be undone",
    request: Merge,
    status: 200,
    response: UserRow,
    errors: ["account.services_incompatible", "user.not_found"],
  },
  tellPeopleApart: {
    method: "PUT",
    path: API.userDifference,
    access: "user.merge",
    summary: "Two people of the same name are different people",
    status: 204,
    errors: ["request.invalid", "user.not_found"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
