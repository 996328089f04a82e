import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { RenderedView } from "#contract/visit/rendered-view.ts";
import type { VisitData } from "#contract/visit/visit-data.ts";
import { createFirstAnswers } from "../../http/first-answers.ts";
import { createFirstView } from "../../planning/shared-planning/first-view.ts";
import { takeFirstParts } from "../../planning/shared-planning/reads/first-parts.ts";
import { BLOCKED_STORAGE } from "../../storage/browser-storage.ts";
import { neverChanges } from "../../storage/listeners.ts";
import type { Environment } from "../page/browser-environment.ts";

/** Rendering changes nothing, and waits for nothing. */
function unavailable(): never {
  throw new Error("The server only renders the page");
}

/**
 * The page's parts as they are in a browser before the first drawing, for one rendering: nothing of it outlives that.
 * `null` if the data are not whole.
 */
export function renderingEnvironment(data: VisitData, { userId, groupId }: RenderedView): Environment | null {
  const session = data.answers.find(({ call }) => call === API.session)?.body as Session | undefined;
  const parts = takeFirstParts(createFirstAnswers(data), userId);
  if (session === undefined || parts === null) return null;
  const { user, isEmailConfirmed } = session;
  const state = { user, isEmailConfirmed, setAside: [], signOutReason: null };
  return {
    session: {
      state: () => state,
      subscribe: neverChanges,
      signIn: unavailable,
      signInWith: unavailable,
      register: unavailable,
      signOut: unavailable,
      accountDeleted: unavailable,
      updateUser: unavailable,
      check: unavailable,
    },
    source: {
      ...createFirstView(parts),
      looked: unavailable,
      subscribe: neverChanges,
      need: unavailable,
      dismiss: unavailable,
      submit: unavailable,
      applyPersonChange: unavailable,
    },
    selectedGroup: { id: () => groupId, subscribe: neverChanges, select: unavailable },
    sharing: { state: () => "shared", subscribe: neverChanges, check: unavailable, learn: unavailable },
    device: { storage: BLOCKED_STORAGE, storageEvents: new EventTarget(), exclusively: unavailable, now: unavailable },
    subscribeToPeople: neverChanges,
    subscribeToReloads: neverChanges,
    deleters: { subscribe: neverChanges, of: () => null, note: unavailable },
  };
}
