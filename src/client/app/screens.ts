import { lazy } from "react";

/** Each screen is a file of its own for the browser: nobody loads what they do not look at. */
export const LoginScreen = lazy(async () => ({
  default: (await import("../features/auth/login-screen.tsx")).LoginScreen,
}));
export const RegisterScreen = lazy(async () => ({
  default: (await import("../features/auth/register-screen.tsx")).RegisterScreen,
}));
export const SignedInArea = lazy(async () => ({ default: (await import("./signed-in-area.tsx")).SignedInArea }));
export const SelectGroupScreen = lazy(async () => ({
  default: (await import("../features/groups/select-group-screen.tsx")).SelectGroupScreen,
}));
export const DashboardScreen = lazy(async () => ({
  default: (await import("../features/dashboard/dashboard-screen.tsx")).DashboardScreen,
}));
export const EventScreen = lazy(async () => ({
  default: (await import("../features/event-detail/event-screen.tsx")).EventScreen,
}));
export const CreateEventScreen = lazy(async () => ({
  default: (await import("../features/event-creation/create-event-screen.tsx")).CreateEventScreen,
}));
