import { lazy } from "react";

// Each is a file of its own for the browser: nobody loads what they do not look at.

export const LoginScreen = lazy(async () => ({
  default: (await import("../features/auth/login-screen.tsx")).LoginScreen,
}));
export const RegisterScreen = lazy(async () => ({
  default: (await import("../features/auth/register-screen.tsx")).RegisterScreen,
}));
export const ResetPasswordScreen = lazy(async () => ({
  default: (await import("../features/auth/reset-password-screen.tsx")).ResetPasswordScreen,
}));
export const SignedInArea = lazy(async () => ({ default: (await import("./signed-in-area.tsx")).SignedInArea }));
