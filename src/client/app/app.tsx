import { Component, type ReactNode, useMemo, useState } from "react";
import { Route, Switch } from "wouter";
import { breakdownText } from "#text/shell/layout.ts";
import { PAGES } from "../pages.ts";
import { PlanningContext, useSnapshotPart } from "../planning/planning-hooks.ts";
import { SessionContext, useSession } from "../session/session-hooks.ts";
import { Button } from "../ui/buttons/button.tsx";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { Alert } from "../ui/surfaces/message.tsx";
import { ItineraryProvider, lazyScreen } from "./arrival/arrival.tsx";
import { AnonymousOnly, SignedInOnly } from "./arrival/guards.tsx";
import type { Environment } from "./page/browser-environment.ts";
import type { SetAsideAlertProps } from "./shell/set-aside-alert.tsx";

// Each screen is a separate file, loaded when first shown.

const LoginScreen = lazyScreen(async () => (await import("../features/auth/login/login-screen.tsx")).LoginScreen);
const RegisterScreen = lazyScreen(
  async () => (await import("../features/auth/register/register-screen.tsx")).RegisterScreen,
);
const ResetPasswordScreen = lazyScreen(
  async () => (await import("../features/auth/reset-password-screen.tsx")).ResetPasswordScreen,
);
const ConfirmEmailScreen = lazyScreen(
  async () => (await import("../features/auth/confirm-email-screen.tsx")).ConfirmEmailScreen,
);
const SignedInArea = lazyPart(async () => (await import("./signed-in-area.tsx")).SignedInArea);

const ANONYMOUS_SCREENS = new Map<string, typeof LoginScreen>([
  [PAGES.register, RegisterScreen],
  [PAGES.resetPassword, ResetPasswordScreen],
  [PAGES.confirmEmail, ConfirmEmailScreen],
]);

/** Loads the code of the first screen at `path`. Rejects if loading fails. */
export function loadFirstScreen(path: string, isSignedIn: boolean): Promise<void> {
  return (ANONYMOUS_SCREENS.get(path) ?? (isSignedIn ? SignedInArea : LoginScreen)).load();
}

const SetAsideAlert = lazyPart<SetAsideAlertProps>(
  async () => (await import("./shell/set-aside-alert.tsx")).SetAsideAlert,
);

/** Informs the user that stored data could not be read, until they dismiss it. */
function SetAsideNotice() {
  const planningKeys = useSnapshotPart("setAside");
  const sessionKeys = useSession().setAside;
  const [dismissedCount, setDismissedCount] = useState(0);
  const keys = [...sessionKeys, ...planningKeys];
  return keys.length > dismissedCount ? (
    <SetAsideAlert keys={keys} onDismiss={() => setDismissedCount(keys.length)} />
  ) : null;
}

/** Shows an error screen with a reload button if rendering failed: a bug, or code that could not be loaded. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="mx-auto flex max-w-[560px] flex-col gap-4 p-4 pt-10">
        <h1 className="font-title text-title">{breakdownText.title}</h1>
        <Alert>{breakdownText.detail}</Alert>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {breakdownText.reload}
        </Button>
      </main>
    );
  }
}

/** The whole page below the stores of `environment`. */
export function App({ session, ...planning }: Environment) {
  return (
    <ErrorBoundary>
      <SessionContext value={session}>
        <Area {...planning} />
      </SessionContext>
    </ErrorBoundary>
  );
}

const NOBODY = { id: "", isAdmin: false };

function Area(planning: Omit<Environment, "session">) {
  const { user } = useSession();
  const environment = useMemo(() => ({ ...planning, viewer: user ?? NOBODY }), [planning, user]);
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
