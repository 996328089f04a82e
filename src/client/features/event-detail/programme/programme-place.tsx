import { type ReactNode, useRef, useState } from "react";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Programme } from "#domain/programme/programme.ts";
import { mayAt } from "#domain/planning/event-rights.ts";
import { useRights } from "#client/planning/membership/rights-hooks.ts";
import { useDismissRefusal, useLateRefusals } from "#client/planning/team-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { ProgrammeRegion } from "./programme-region.tsx";

const ProgrammeEditor = lazyPart(
  async () => (await import("./programme-editor.tsx")).ProgrammeEditor,
  () => <Skeleton className="h-80 rounded-card" />,
);

/** The user's own text that was refused once it was sent, because the programme had changed. */
function useWaitingText(eventId: string) {
  const dismiss = useDismissRefusal();
  const refusal = useLateRefusals().find(
    ({ change, code }) => change.type === "programme.set" && change.eventId === eventId && code === "programme.changed",
  );
  return {
    text: refusal?.change.type === "programme.set" ? refusal.change.programme : null,
    dismiss: () => {
      if (refusal !== undefined) dismiss(refusal.id);
    },
  };
}

/** Where the programme stands on the page: where it is read, and above everything else where it is edited. */
export function useProgramme(event: PlannedEvent): { readonly reading: ReactNode; readonly editing: ReactNode } {
  const user = useUser();
  const rights = useRights();
  const waiting = useWaitingText(event.id);
  /** What the editor begins with; `null`: it is closed. */
  const [start, setStart] = useState<{ readonly text: Programme; readonly isRefused: boolean } | null>(null);
  const wasEditingRef = useRef(false);
  const canEdit = mayAt({ ...rights, id: user.id }, "programme.set", event);
  const isShown = canEdit || waiting.text !== null || event.programme !== undefined;
  if (start === null) {
    return {
      editing: null,
      reading: isShown ? (
        <ProgrammeRegion
          event={event}
          canEdit={canEdit}
          isWaiting={waiting.text !== null}
          wasEditingRef={wasEditingRef}
          onEdit={() => setStart({ text: event.programme ?? [], isRefused: false })}
          onResume={() => setStart({ text: waiting.text ?? [], isRefused: true })}
        />
      ) : null,
    };
  }
  return {
    reading: null,
    editing: (
      <ProgrammeEditor
        event={event}
        start={start.text}
        isRefused={start.isRefused}
        onClose={(isSaved) => {
          if (isSaved && start.isRefused) waiting.dismiss();
          wasEditingRef.current = true;
          setStart(null);
        }}
      />
    ),
  };
}
