import { Link, useLocation } from "wouter";
import { PAGES } from "#client/pages.ts";
import { usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import { usePlanningStatus } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { actionText } from "#text/phrases/actions.ts";
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

/** The team's list is needed to tell who is there already. */
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

/** Where admins and leaders bring many people in at once. */
export function AddPeopleScreen() {
  const [, navigate] = useLocation();
  const isAdmin = useMay("user.promote");
  useTitle(addPeopleText.title);
  return (
    <div className="mx-auto w-full max-w-[1184px]">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate(isAdmin ? PAGES.users : PAGES.group))} />
      <ScreenTitle>{addPeopleText.title}</ScreenTitle>
      <Content />
    </div>
  );
}
