import { browserStorage } from "../storage/browser-storage.ts";

const FORMS = ["event", "registration", "profile", "group", "renaming"] as const;
export type DraftedForm = (typeof FORMS)[number];

/** Where the draft of a form is stored. What reads and writes it comes with the forms: `kept-draft.ts`. */
export function draftKey(form: DraftedForm): string {
  return `draft.${form}`;
}

/** Deletes all drafts at sign-out. */
export function dropAllDrafts(): void {
  for (const form of FORMS) browserStorage("sessionStorage").removeItem(draftKey(form));
}
