import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { RenderedView } from "#contract/visit/rendered-view.ts";
import type { FirstAnswers } from "../../http/first-answers.ts";
import { DEVICE_CLOCK } from "../../planning/sharing.ts";
import type { PlanningView } from "../../planning/planning-source.ts";
import { createFirstView, takeFirstParts } from "../../planning/shared-planning/reads/first-parts.ts";
import { OPENING } from "../../planning/switching-source.ts";
import type { SessionState } from "../../session/session.ts";
import { BLOCKED_STORAGE } from "../../storage/browser-storage.ts";
import { neverChanges } from "../../storage/listeners.ts";
import type { Environment } from "../page/browser-environment.ts";

/** Rendering changes nothing, and waits for nothing. */
function unavailable(): never {
  throw new Error("The server only renders the page");
}

/** What differs from one rendering to the next. */
interface Shown {
  readonly session: Omit<SessionState, "setAside" | "signOutReason">;
  readonly planning: PlanningView;
  readonly groupId: string | null;
}

const NOBODY: Shown = { session: { user: null, isEmailConfirmed: undefined }, planning: OPENING, groupId: null };

/** `null` if the answers are not whole. */
function shownOf(answers: FirstAnswers, view: RenderedView): Shown | null {
  if (view.userId === null) return NOBODY;
  const session = answers.peek(API.session)?.body as Session | undefined;
  const parts = takeFirstParts(answers, view.userId);
  if (session === undefined || parts === null) return null;
  const { user, isEmailConfirmed } = session;
  return { session: { user, isEmailConfirmed }, planning: createFirstView(parts), groupId: view.groupId };
}

/**
 * The page's parts as they are in a browser before the first drawing, for one rendering: nothing of it outlives that.
 * Takes the answers; `null` if they are not whole.
 */
export function renderingEnvironment(answers: FirstAnswers, view: RenderedView): Environment | null {
  const shown = shownOf(answers, view);
  if (shown === null) return null;
  const state = { ...shown.session, setAside: [], signOutReason: null };
  return {
    session: {
      state: () => state,
      subscribe: neverChanges,
      signIn: unavailable,
      signInWith: unavailable,
      resume: unavailable,
      register: unavailable,
      signOut: unavailable,
      accountDeleted: unavailable,
      updateUser: unavailable,
      check: unavailable,
    },
    source: {
      ...shown.planning,
      looked: unavailable,
      subscribe: neverChanges,
      need: unavailable,
      dismiss: unavailable,
      submit: unavailable,
      applyPersonChange: unavailable,
    },
    selectedGroup: { id: () => shown.groupId, subscribe: neverChanges, select: unavailable },
    sharing: {
      state: () => "shared",
      clock: () => DEVICE_CLOCK,
      subscribe: neverChanges,
      check: unavailable,
      learn: unavailable,
    },
    device: { storage: BLOCKED_STORAGE, storageEvents: new EventTarget(), exclusively: unavailable, now: unavailable },
    subscribeToPeople: neverChanges,
    subscribeToReloads: neverChanges,
    deleters: { subscribe: neverChanges, of: () => null, note: unavailable },
  };
}
