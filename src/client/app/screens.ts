import { PAGES } from "../pages.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { lazyScreen } from "./page/lazy-screen.ts";

// Each screen is a separate file, loaded when first shown.

export const LoginScreen = lazyScreen(
  async () => (await import("../features/auth/login/login-screen.tsx")).LoginScreen,
);
export const RegisterScreen = lazyScreen(
  async () => (await import("../features/auth/register/register-screen.tsx")).RegisterScreen,
);
export const ResetPasswordScreen = lazyScreen(
  async () => (await import("../features/auth/reset-password-screen.tsx")).ResetPasswordScreen,
);
export const ConfirmEmailScreen = lazyScreen(
  async () => (await import("../features/auth/confirm-email-screen.tsx")).ConfirmEmailScreen,
);
export const SignedInArea = lazyPart(async () => (await import("./signed-in-area.tsx")).SignedInArea);

const ANONYMOUS_SCREENS = new Map<string, typeof LoginScreen>([
  [PAGES.register, RegisterScreen],
  [PAGES.resetPassword, ResetPasswordScreen],
  [PAGES.confirmEmail, ConfirmEmailScreen],
]);

/** Loads what the page at `path` shows first; rejects if it cannot be loaded now. */
export function loadFirstScreen(path: string, isSignedIn: boolean): Promise<void> {
  return (ANONYMOUS_SCREENS.get(path) ?? (isSignedIn ? SignedInArea : LoginScreen)).load();
}
