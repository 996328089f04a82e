import { CalendarPlus } from "lucide-react";
import { startTransition, useActionState } from "react";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { eventAddress } from "#client/messages/event-address.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useClock } from "#client/planning/sharing-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { saveTextFile } from "#client/ui/page/save-file.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { calendarDownloadText, calendarFileName } from "#text/event/calendar-download.ts";

type Outcome = "nothing" | "saved" | "failed";

interface DownloadOptions {
  readonly userId: string;
  readonly isShared: boolean;
  readonly timeZone: string;
}

async function downloadEvent(event: PlannedEvent, { userId, isShared, timeZone }: DownloadOptions): Promise<void> {
  const { writeEventFile } = await import("./event-file.ts");
  const answer = event.availability.find((entry) => entry.userId === userId)?.status ?? null;
  const address = isShared ? eventAddress(event.id) : null;
  saveTextFile(calendarFileName(event), writeEventFile(event, { timeZone, answer, userId, address }), "text/calendar");
}

interface CalendarDownloadProps {
  readonly event: PlannedEvent;
  readonly className: string;
}

/** Saves the event as a file that calendar programs open. Its code is loaded when pressed. */
export function CalendarDownload({ event, className }: CalendarDownloadProps) {
  const { id: userId } = useUser();
  const isShared = useConnection() !== null;
  const { timeZone } = useClock();

  async function download(): Promise<Outcome> {
    try {
      await downloadEvent(event, { userId, isShared, timeZone });
      return "saved";
    } catch {
      // The code could not be loaded.
      return "failed";
    }
  }

  const [outcome, submit, isPending] = useActionState<Outcome>(download, "nothing");
  return (
    <>
      <Button
        variant="quiet"
        icon={<CalendarPlus />}
        className={className}
        isPending={isPending}
        onClick={() => startTransition(submit)}
      >
        {calendarDownloadText.add}
      </Button>
      {outcome === "failed" ? (
        <div className="px-3 pb-3 md:order-last md:basis-full md:pt-1 md:pb-0">
          <Alert>{calendarDownloadText.failed}</Alert>
        </div>
      ) : null}
    </>
  );
}
