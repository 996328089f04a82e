import { browserStorage } from "../storage/browser-storage.ts";

const FORMS = ["event", "registration", "profile", "group", "renaming"] as const;
export type DraftedForm = (typeof FORMS)[number];

/** The `sessionStorage` key of a form's draft (`stored-draft.ts` reads and writes it). */
export function draftKey(form: DraftedForm): string {
  return `draft.${form}`;
}

/** Deletes all drafts at sign-out. */
export function dropAllDrafts(): void {
  for (const form of FORMS) browserStorage("sessionStorage").removeItem(draftKey(form));
}
