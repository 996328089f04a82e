import { useCallback, useState } from "react";
import * as z from "zod/mini";
import { browserStorage, readStored, tryToStore } from "../storage/browser-storage.ts";
import { type DraftedForm, draftKey } from "./draft-keys.ts";
import { useSession } from "./session-hooks.ts";

/** The values of a form, by field name. Never a password. */
export type StoredFields = Readonly<Record<string, string | readonly string[]>>;

const StoredDraft = z.object({
  /** Owner of the draft; `null` for somebody who is not signed in. */
  userId: z.nullable(z.string()),
  // Instead of `z.record`, which would add 0.5 kB to every first visit.
  fields: z.catchall(z.object({}), z.union([z.string(), z.array(z.string())])),
});

interface DraftStorage {
  /** The draft that this user had stored before the form was opened; `null` if there is none. */
  readonly stored: StoredFields | null;
  readonly store: (fields: StoredFields) => void;
  /** Call it when the form was sent or cancelled. */
  readonly drop: () => void;
}

function readDraft(form: DraftedForm, userId: string | null): StoredFields | null {
  const stored = readStored(browserStorage("sessionStorage"), draftKey(form), StoredDraft);
  return stored.status === "read" && stored.value.userId === userId ? stored.value.fields : null;
}

/** Stores a half-filled form in this tab, so that the same user finds it again after leaving the form or reloading. */
export function useStoredDraft(form: DraftedForm): DraftStorage {
  const userId = useSession().user?.id ?? null;
  const [stored] = useState(() => readDraft(form, userId));
  const store = useCallback(
    (fields: StoredFields) => {
      tryToStore(browserStorage("sessionStorage"), draftKey(form), JSON.stringify({ userId, fields }));
    },
    [form, userId],
  );
  const drop = useCallback(() => browserStorage("sessionStorage").removeItem(draftKey(form)), [form]);
  return { stored, store, drop };
}

/** A text field of a stored draft; empty if absent. */
export function storedText(stored: StoredFields | null, field: string): string {
  const value = stored?.[field];
  return typeof value === "string" ? value : "";
}
