import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import type { UserRow } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import type { RenderPage, RenderedView } from "#contract/visit/visit-data.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { createFirstAnswers, type FirstAnswers } from "../../http/first-answers.ts";
import { configOf } from "../../http/public-config.ts";
import { RenderedPeople } from "../../people/people-provider.tsx";
import { RenderedDay } from "../../planning/today.ts";
import { RenderedConfig } from "../../session/public-config.ts";
import { isLayout, type Layout, RenderedLayout } from "../../ui/page/page-width.ts";
import { App } from "../app.tsx";
import { loadFirstScreen } from "../screens.ts";
import { renderingEnvironment } from "./rendering-environment.ts";

/** What a browser knows by itself, and the server was told or supposes. */
interface Surroundings {
  readonly layout: Layout | null;
  readonly today: PlainDate | null;
  readonly people: readonly UserRow[] | null;
}

/** The sign-in form needs none of it. */
const NONE: Surroundings = { layout: null, today: null, people: null };

/** `null` if they are not whole. */
function surroundingsOf({ peek }: FirstAnswers, view: RenderedView): Surroundings | null {
  if (view.userId === null) return NONE;
  const people = peek(API.users)?.body as readonly UserRow[] | undefined;
  return people !== undefined && isLayout(view.layout) ? { layout: view.layout, today: view.today, people } : null;
}

/**
 * Renders the first screen on the server, with what is sent with the page. `null` if that is not enough for it. Throws
 * what a component throws.
 */
export const renderPage: RenderPage = async ({ data, view, path, search }) => {
  const answers = createFirstAnswers(data);
  const surroundings = surroundingsOf(answers, view);
  const environment = renderingEnvironment(answers, view);
  if (surroundings === null || environment === null) return null;
  await loadFirstScreen(path, view.userId !== null);
  return renderToString(
    <RenderedConfig value={configOf(answers)}>
      <RenderedLayout value={surroundings.layout}>
        <RenderedDay value={surroundings.today}>
          <RenderedPeople value={surroundings.people}>
            <Router ssrPath={path} ssrSearch={search}>
              <StrictMode>
                <App {...environment} />
              </StrictMode>
            </Router>
          </RenderedPeople>
        </RenderedDay>
      </RenderedLayout>
    </RenderedConfig>,
  );
};
