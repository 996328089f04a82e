import { Route, Switch } from "wouter";
import { may, roleOf } from "#domain/permissions.ts";
import { PlanningProvider } from "../planning/planning-provider.tsx";
import { useSession } from "../session/session-hooks.ts";
import { SessionProvider } from "../session/session-provider.tsx";
import { ItineraryProvider } from "./arrival.tsx";
import { Breakdown } from "./breakdown.tsx";
import type { Surroundings } from "./browser-surroundings.ts";
import { AnonymousOnly, SignedInOnly } from "./guards.tsx";
import { LoginScreen, RegisterScreen, ResetPasswordScreen, SignedInArea } from "./screens.ts";
import { SetAsideNotice } from "./set-aside-notice.tsx";

/** The whole page. */
export function App({ session, ...planning }: Surroundings) {
  return (
    <Breakdown>
      <SessionProvider session={session}>
        <Area {...planning} />
      </SessionProvider>
    </Breakdown>
  );
}

function Area(planning: Omit<Surroundings, "session">) {
  const { user } = useSession();
  const seesAllGroups = user !== null && may(roleOf(user), "event.see_other_groups");
  return (
    <PlanningProvider {...planning} seesAllGroups={seesAllGroups}>
      <SetAsideNotice />
      <ItineraryProvider>
        <Switch>
          <Route path="/login">
            <AnonymousOnly>
              <LoginScreen />
            </AnonymousOnly>
          </Route>
          <Route path="/register">
            <AnonymousOnly>
              <RegisterScreen />
            </AnonymousOnly>
          </Route>
          <Route path="/reset-password">
            <ResetPasswordScreen />
          </Route>
          <Route>
            <SignedInOnly>
              <SignedInArea />
            </SignedInOnly>
          </Route>
        </Switch>
      </ItineraryProvider>
    </PlanningProvider>
  );
}
