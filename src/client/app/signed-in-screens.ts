import { type FC, lazy } from "react";

// The dashboard comes with the area around it: it is where everybody goes, and one file of both is smaller than two.
export { DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";

export const SelectGroupScreen = lazy(async () => ({
  default: (await import("../features/groups/select-group-screen.tsx")).SelectGroupScreen,
}));
export const EventScreen = lazy(async () => ({
  default: (await import("../features/event-detail/event-screen.tsx")).EventScreen,
}));
export const GroupScreen = lazy(async () => ({
  default: (await import("../features/group-page/group-screen.tsx")).GroupScreen,
}));
export const CreateEventScreen = lazy(async () => ({
  default: (await import("../features/event-creation/create-event-screen.tsx")).CreateEventScreen,
}));
export const UsersScreen = lazy(async () => ({
  default: (await import("../features/users/users-screen.tsx")).UsersScreen,
}));
export const AdministrationScreen = lazy(async () => ({
  default: (await import("../features/administration/administration-screen.tsx")).AdministrationScreen,
}));

// What only a shared planning has. Where it cannot be loaded the page goes on without it.

function optional(load: () => Promise<FC>): FC {
  return lazy(async () => ({ default: await load().catch(() => () => null) }));
}

export const TeamNotices = optional(async () => (await import("./team-notices.tsx")).TeamNotices);
export const SyncState = optional(async () => (await import("./team-notices.tsx")).SyncState);

// The user menu and what it opens.

export const UserMenuContent = lazy(async () => ({
  default: (await import("./user-menu-content.tsx")).UserMenuContent,
}));

export const SignOutDialog = lazy(async () => ({
  default: (await import("./sign-out-dialog.tsx")).SignOutDialog,
}));

export const ProfileDialog = lazy(async () => ({
  default: (await import("../features/profile/profile-dialog.tsx")).ProfileDialog,
}));
