import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import type { UserRow } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { RenderedView, RenderPage } from "#contract/visit/visit-data.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { createFirstResponses, type FirstResponses } from "../../http/first-responses.ts";
import { configOf } from "../../http/public-config.ts";
import { RenderedPeople } from "../../people/people-provider.tsx";
import type { PlanningView } from "../../planning/planning-source.ts";
import { createFirstView, takeFirstParts } from "../../planning/shared-planning/reads/first-parts.ts";
import { DEVICE_CLOCK } from "../../planning/sharing.ts";
import { OPENING } from "../../planning/switching-source.ts";
import { RenderedDay } from "../../planning/today.ts";
import { RenderedConfig } from "../../session/public-config.ts";
import type { SessionState } from "../../session/session.ts";
import { BLOCKED_STORAGE } from "../../storage/browser-storage.ts";
import { neverChanges } from "../../storage/listeners.ts";
import { isLayout, type Layout, RenderedLayout } from "../../ui/page/page-width.ts";
import { App, loadFirstScreen } from "../app.tsx";
import type { Environment } from "../page/browser-environment.ts";

/** Stands for functions that rendering must not call, such as `signIn`. */
function unavailable(): never {
  throw new Error("The server only renders the page");
}

/** The data of one rendering. `layout` and `today` are those of the browser, or a guess. */
interface Shown {
  readonly session: Omit<SessionState, "setAside" | "signOutReason">;
  readonly planning: PlanningView;
  readonly groupId: string | null;
  readonly layout: Layout | null;
  readonly today: PlainDate | null;
  readonly people: readonly UserRow[] | null;
}

/** For the sign-in form, where nobody is signed in. */
const NOBODY: Shown = {
  session: { user: null, isEmailConfirmed: undefined },
  planning: OPENING,
  groupId: null,
  layout: null,
  today: null,
  people: null,
};

/** `null` if a response is missing. Removes the planning's parts from `responses`. */
function shownOf(responses: FirstResponses, view: RenderedView): Shown | null {
  if (view.userId === null) return NOBODY;
  const { groupId, layout, today } = view;
  const session = responses.peek(API.session)?.body as Session | undefined;
  const people = responses.peek(API.users)?.body as readonly UserRow[] | undefined;
  const parts = takeFirstParts(responses, view.userId);
  if (!session || !people || parts === null || !isLayout(layout)) return null;
  const { user, isEmailConfirmed } = session;
  return { session: { user, isEmailConfirmed }, planning: createFirstView(parts), groupId, layout, today, people };
}

/** The stores for one rendering of `App`, in the same state as in a browser before its first rendering. */
function environmentOf(shown: Shown): Environment {
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
      firstViewChecked: unavailable,
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
      setState: unavailable,
    },
    device: { storage: BLOCKED_STORAGE, storageEvents: new EventTarget(), exclusively: unavailable, now: unavailable },
    subscribeToPeople: neverChanges,
    subscribeToReloads: neverChanges,
    deleters: { subscribe: neverChanges, of: () => null, note: unavailable },
  };
}

/**
 * Renders the first screen to HTML. The server calls it with the data that it sends with the page. `null` if some of the data
 * is missing. An error in a component is thrown.
 */
export const renderPage: RenderPage = async ({ data, view, path, search }) => {
  const responses = createFirstResponses(data);
  const shown = shownOf(responses, view);
  if (shown === null) return null;
  await loadFirstScreen(path, view.userId !== null);
  return renderToString(
    <RenderedConfig value={configOf(responses)}>
      <RenderedLayout value={shown.layout}>
        <RenderedDay value={shown.today}>
          <RenderedPeople value={shown.people}>
            <Router ssrPath={path} ssrSearch={search}>
              <StrictMode>
                <App {...environmentOf(shown)} />
              </StrictMode>
            </Router>
          </RenderedPeople>
        </RenderedDay>
      </RenderedLayout>
    </RenderedConfig>,
  );
};
