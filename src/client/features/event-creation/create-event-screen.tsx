import { useLocation, useSearch } from "wouter";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { eventCreationText } from "#text/event/event-creation.ts";
import { EventForm } from "./event-form.tsx";

/** Where an admin creates an event; the address may name its day. */
export function CreateEventScreen() {
  const asked = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const handleLeave = () => goBack(() => navigate(PAGES.home));
  useTitle(eventCreationText.title);
  return (
    <div className="mx-auto flex -mt-2 min-h-[calc(100dvh-8.125rem)] w-full max-w-[568px] flex-col px-1 sm:min-h-0">
      <BackButton label={actionText.back} className="self-start" onClick={handleLeave} />
      <ScreenTitle>{eventCreationText.title}</ScreenTitle>
      <EventForm prefilledDate={asked.get("date") ?? ""} onCancel={handleLeave} />
    </div>
  );
}
