import { latePart } from "../ui/late-part.tsx";
import { lateScreen } from "./late-screen.ts";

// Each is a file of its own for the browser: nobody loads what they do not look at.

export const LoginScreen = lateScreen(async () => (await import("../features/auth/login-screen.tsx")).LoginScreen);
export const RegisterScreen = lateScreen(
  async () => (await import("../features/auth/register-screen.tsx")).RegisterScreen,
);
export const ResetPasswordScreen = lateScreen(
  async () => (await import("../features/auth/reset-password-screen.tsx")).ResetPasswordScreen,
);
export const SignedInArea = latePart(async () => (await import("./signed-in-area.tsx")).SignedInArea);
