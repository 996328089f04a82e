import { Link } from "wouter";
import { PAGES } from "#client/pages.ts";
import { usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMay, usePlanningStatus } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { ScreenHead } from "#client/screen/screen-head.tsx";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { addPeopleText } from "#text/users/add-people.ts";
import { usersText } from "#text/users/users.ts";
import { PeopleForm } from "./people-form.tsx";

function NotShared() {
  return (
    <div className="mt-8">
      <EmptyStaff
        title={addPeopleText.notShared}
        hint={addPeopleText.notSharedHint}
        action={
          <Link href={PAGES.groupChoice} className={buttonClass({ variant: "primary" })}>
            {addPeopleText.share}
          </Link>
        }
      />
    </div>
  );
}

/** Shows the form once the people of the team are loaded, because it compares the typed people with them. */
function Content() {
  const sharing = useSharingState();
  const people = usePeopleStatus();
  const isLoading = usePlanningStatus() === "loading";
  if (sharing === "local") return <NotShared />;
  if (people === "failed") return <EmptyStaff title={usersText.unknown} />;
  if (sharing === "unknown" || people === "loading" || isLoading)
    return <Skeleton className="mt-4 h-[420px] rounded-card" />;
  return <PeopleForm />;
}

/** Adds many people to a group at once, from a typed or pasted list, a CSV file or the contacts (vCards) of a phone. */
export function AddPeopleScreen() {
  // Only admins may open the page of all users. Leaders come from the page of their group.
  const isAdmin = useMay("user.promote");
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <ScreenHead title={addPeopleText.title} wayBack={isAdmin ? PAGES.users : PAGES.group} />
      <Content />
    </div>
  );
}
