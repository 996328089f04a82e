import { Send } from "lucide-react";
import { useState } from "react";
import { API, fillPath } from "#contract/paths.ts";
import { type PlannedEvent, programmeVersionOf } from "#domain/planning/planning.ts";
import { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { programmeText } from "#text/event/programme.ts";
import { connectionText } from "#text/shell/connection.ts";

/** Offers to send a programme that changed since it was sent last. Nothing of it is sent by itself. */
export function ProgrammeOffer({ event }: { readonly event: PlannedEvent }) {
  const connection = useConnection();
  const { isPast } = usePlayQuestions()(event);
  const showToast = useToast();
  const [isPending, setIsPending] = useState(false);
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<Parameters<typeof sentenceOf>[0] | null>(null);
  const version = programmeVersionOf(event);
  const isTold = version === event.programmeTold || version === sent;
  if (connection === null || isPast || isTold) return null;
  // What was not sent yet is not on the server.
  const isOffline = connection.status === "offline" || connection.unsent > 0;

  async function send(): Promise<void> {
    setIsPending(true);
    try {
      await callApi({ method: "POST", path: fillPath(API.programmeMessage, event.id) });
      setSent(version);
      setError(null);
      showToast({ message: programmeText.told, icon: <Send /> });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.code);
    } finally {
      setIsPending(false);
    }
  }

  return (
    <div className="mt-3 rounded-strip bg-primary-soft p-3 print:hidden">
      <p className="mb-2 text-small">{isOffline ? connectionText.offline : programmeText.tellHint}</p>
      <Button icon={<Send />} fullWidth disabled={isOffline} isPending={isPending} onClick={() => void send()}>
        {programmeText.tell}
      </Button>
      {error === null ? null : (
        <div className="mt-2">
          <Alert detail={sentenceOf(error)}>{programmeText.tellFailed}</Alert>
        </div>
      )}
    </div>
  );
}
