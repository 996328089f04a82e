import { useLocation } from "wouter";
import { Button } from "#client/ui/button.tsx";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { sentenceOf } from "#text/errors.ts";
import { eventText } from "#text/event.ts";

/** An event that is not there (any more). */
export function EventNotFound() {
  const [, navigate] = useLocation();
  const sentence = sentenceOf("event.not_found");
  useTitle(sentence);
  return (
    <div className="flex flex-col items-center gap-6 py-16 text-center">
      <ScreenTitle>{sentence}</ScreenTitle>
      <Button variant="primary" onClick={() => navigate("/")}>
        {eventText.backToDashboard}
      </Button>
    </div>
  );
}
