import type { FC } from "react";
import { DashboardScreen as Dashboard } from "../features/dashboard/dashboard-screen.tsx";
import { laterPart, lazyPart } from "../ui/page/lazy-part.tsx";
import { withArrival } from "./arrival/arrival.tsx";
import { lazyScreen } from "./page/lazy-screen.ts";
import { layoutText } from "#text/shell/layout.ts";
import { EventCardSkeleton } from "../loading/event-card-skeleton.tsx";
import { Skeleton } from "../ui/surfaces/skeleton.tsx";

/** Stands in for a screen while its code is loading. */
function ScreenSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[560px] flex-col gap-4 pt-2">
      <span className="sr-only">{layoutText.loading}</span>
      <Skeleton className="h-8 w-1/2 rounded-control" />
      <EventCardSkeleton />
      <EventCardSkeleton />
    </div>
  );
}

/** Reserves the room of the user menu while its code is loading. */
function MenuSkeleton() {
  return <Skeleton className="m-3 h-72 rounded-small" />;
}

// The dashboard is bundled with the area around it: everybody opens it, and one file is smaller than two.
export const DashboardScreen = withArrival(Dashboard);

function signedInScreen(load: () => Promise<FC>): FC {
  return lazyScreen(load, ScreenSkeleton);
}

export const SelectGroupScreen = signedInScreen(async () => (await import("./select-group.tsx")).SelectGroup);
export const EventScreen = signedInScreen(
  async () => (await import("../features/event-detail/event-screen.tsx")).EventScreen,
);
export const GroupScreen = signedInScreen(
  async () => (await import("../features/group-page/group-screen.tsx")).GroupScreen,
);
export const CreateEventScreen = signedInScreen(
  async () => (await import("../features/event-form/create-event-screen.tsx")).CreateEventScreen,
);
export const EditEventScreen = signedInScreen(
  async () => (await import("../features/event-form/edit-event-screen.tsx")).EditEventScreen,
);
export const UsersScreen = signedInScreen(async () => (await import("../features/users/users-screen.tsx")).UsersScreen);
export const AddPeopleScreen = signedInScreen(
  async () => (await import("../features/add-people/add-people-screen.tsx")).AddPeopleScreen,
);
export const ServicesScreen = signedInScreen(
  async () => (await import("../features/services/services-screen.tsx")).ServicesScreen,
);
export const AdministrationScreen = signedInScreen(
  async () => (await import("../features/administration/administration-screen.tsx")).AdministrationScreen,
);
export const AbsencesScreen = signedInScreen(
  async () => (await import("../features/absences/absences-screen.tsx")).AbsencesScreen,
);
export const GridScreen = signedInScreen(async () => (await import("../features/grid/grid-screen.tsx")).GridScreen);
export const AgendaScreen = signedInScreen(
  async () => (await import("../features/agenda/agenda-screen.tsx")).AgendaScreen,
);
export const RepertoireScreen = signedInScreen(
  async () => (await import("../features/repertoire/repertoire-screen.tsx")).RepertoireScreen,
);
export const NotificationsScreen = signedInScreen(
  async () => (await import("../features/notifications/notifications-screen.tsx")).NotificationsScreen,
);

// Parts for a shared planning only. If they cannot be loaded, the page works without them.

export const TeamNotices = laterPart(async () => (await import("./shell/team-notices.tsx")).TeamNotices);
export const SyncState = laterPart(async () => (await import("./shell/team-notices.tsx")).SyncState);

// The user menu and the dialogs that it opens.

export const UserMenuContent = lazyPart(
  async () => (await import("./menu/user-menu-content.tsx")).UserMenuContent,
  MenuSkeleton,
);

export const SignOutDialog = lazyPart(async () => (await import("./menu/sign-out-dialog.tsx")).SignOutDialog);

export const ProfileDialog = lazyPart(
  async () => (await import("../features/profile/profile-dialog.tsx")).ProfileDialog,
);
