import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import type { UserRow } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import type { RenderPage } from "#contract/visit/rendered-view.ts";
import { RenderedPeople } from "../../people/people-provider.tsx";
import { RenderedDay } from "../../planning/today.ts";
import { isLayout, RenderedLayout } from "../../ui/page/page-width.ts";
import { App } from "../app.tsx";
import { loadFirstScreen } from "../screens.ts";
import { renderingEnvironment } from "./rendering-environment.ts";

/**
 * Renders the first screen on the server, with what is sent with the page. `null` if that is not enough for it. Throws
 * what a component throws.
 */
export const renderPage: RenderPage = async ({ data, view, path, search }) => {
  const environment = renderingEnvironment(data, view);
  const people = data.answers.find(({ call }) => call === API.users)?.body as readonly UserRow[] | undefined;
  if (environment === null || people === undefined || !isLayout(view.layout)) return null;
  await loadFirstScreen(path, true);
  return renderToString(
    <RenderedLayout value={view.layout}>
      <RenderedDay value={view.today}>
        <RenderedPeople value={people}>
          <Router ssrPath={path} ssrSearch={search}>
            <StrictMode>
              <App {...environment} />
            </StrictMode>
          </Router>
        </RenderedPeople>
      </RenderedDay>
    </RenderedLayout>,
  );
};
