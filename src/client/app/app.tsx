import { useMemo } from "react";
import { Route, Switch } from "wouter";
import { may, roleOf } from "#domain/permissions.ts";
import { PlanningContext } from "../planning/planning-context.ts";
import { useSession } from "../session/session-hooks.ts";
import { SessionProvider } from "../session/session-provider.tsx";
import { PAGES } from "../pages.ts";
import { ItineraryProvider } from "./arrival/arrival.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import type { Environment } from "./page/browser-environment.ts";
import { AnonymousOnly, SignedInOnly } from "./arrival/guards.tsx";
import { ConfirmEmailScreen, LoginScreen, RegisterScreen, ResetPasswordScreen, SignedInArea } from "./screens.ts";
import { SetAsideNotice } from "./shell/set-aside-notice.tsx";

/** Root component of the page. */
export function App({ session, ...planning }: Environment) {
  return (
    <ErrorBoundary>
      <SessionProvider session={session}>
        <Area {...planning} />
      </SessionProvider>
    </ErrorBoundary>
  );
}

function Area(planning: Omit<Environment, "session">) {
  const { user } = useSession();
  const seesAllGroups = user !== null && may(roleOf(user), "event.see_other_groups");
  const environment = useMemo(() => ({ ...planning, seesAllGroups }), [planning, seesAllGroups]);
  return (
    <PlanningContext value={environment}>
      <SetAsideNotice />
      <ItineraryProvider>
        <Switch>
          <Route path={PAGES.login}>
            <AnonymousOnly>
              <LoginScreen />
            </AnonymousOnly>
          </Route>
          <Route path={PAGES.register}>
            <AnonymousOnly>
              <RegisterScreen />
            </AnonymousOnly>
          </Route>
          <Route path={PAGES.resetPassword}>
            <ResetPasswordScreen />
          </Route>
          <Route path={PAGES.confirmEmail}>
            <ConfirmEmailScreen />
          </Route>
          <Route>
            <SignedInOnly>
              <SignedInArea />
            </SignedInOnly>
          </Route>
        </Switch>
      </ItineraryProvider>
    </PlanningContext>
  );
}
