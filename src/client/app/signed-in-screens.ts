import type { FC } from "react";
import { DashboardScreen as Dashboard } from "../features/dashboard/dashboard-screen.tsx";
import { latePart } from "../ui/late-part.tsx";
import { withArrival } from "./arrival.tsx";
import { lateScreen } from "./late-screen.ts";
import { MenuSkeleton, ScreenSkeleton } from "./screen-skeleton.tsx";

// The dashboard comes with the area around it: it is where everybody goes, and one file of both is smaller than two.
export const DashboardScreen = withArrival(Dashboard);

function signedInScreen(load: () => Promise<FC>): FC {
  return lateScreen(load, ScreenSkeleton);
}

export const SelectGroupScreen = signedInScreen(
  async () => (await import("../features/groups/select-group-screen.tsx")).SelectGroupScreen,
);
export const EventScreen = signedInScreen(
  async () => (await import("../features/event-detail/event-screen.tsx")).EventScreen,
);
export const GroupScreen = signedInScreen(
  async () => (await import("../features/group-page/group-screen.tsx")).GroupScreen,
);
export const CreateEventScreen = signedInScreen(
  async () => (await import("../features/event-creation/create-event-screen.tsx")).CreateEventScreen,
);
export const UsersScreen = signedInScreen(async () => (await import("../features/users/users-screen.tsx")).UsersScreen);
export const AdministrationScreen = signedInScreen(
  async () => (await import("../features/administration/administration-screen.tsx")).AdministrationScreen,
);

// What only a shared planning has. Where it cannot be loaded the page goes on without it.

function optional(load: () => Promise<FC>): FC {
  return latePart(() => load().catch(() => () => null));
}

export const TeamNotices = optional(async () => (await import("./team-notices.tsx")).TeamNotices);
export const SyncState = optional(async () => (await import("./team-notices.tsx")).SyncState);

// The user menu and what it opens.

export const UserMenuContent = latePart(
  async () => (await import("./user-menu-content.tsx")).UserMenuContent,
  MenuSkeleton,
);

export const SignOutDialog = latePart(async () => (await import("./sign-out-dialog.tsx")).SignOutDialog);

export const ProfileDialog = latePart(
  async () => (await import("../features/profile/profile-dialog.tsx")).ProfileDialog,
);
