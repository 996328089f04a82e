import { useLocation, useSearch } from "wouter";
import { BackButton } from "#client/ui/back-button.tsx";
import { goBack } from "#client/ui/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { actionText } from "#text/actions.ts";
import { eventCreationText } from "#text/event-creation.ts";
import { EventForm } from "./event-form.tsx";

/** Where an admin creates an event, on the day that the address gives, if any. */
export function CreateEventScreen() {
  const asked = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const handleLeave = () => goBack(() => navigate("/"));
  useTitle(eventCreationText.title);
  return (
    <div className="mx-auto flex -mt-2 min-h-[calc(100dvh-8.125rem)] w-full max-w-[568px] flex-col px-1 sm:min-h-0">
      <BackButton label={actionText.back} className="self-start" onClick={handleLeave} />
      <ScreenTitle>{eventCreationText.title}</ScreenTitle>
      <EventForm prefilledDate={asked.get("date") ?? ""} onCancel={handleLeave} />
    </div>
  );
}
