import { Copy, ListMusic, Pencil, Send } from "lucide-react";
import { type ReactNode, type Ref, useId, useState } from "react";
import { NO_OUTCOME, type Outcome, useAction } from "#client/forms/use-action.tsx";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { useConnection, useRights } from "#client/planning/planning-hooks.ts";
import { useDismissRefusal, useLateRefusals } from "#client/planning/team-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { useNextFocus } from "#client/ui/page/next-focus.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { API, fillPath } from "#contract/paths.ts";
import { mayAt } from "#domain/planning/event-rights.ts";
import { type PlannedEvent, programmeVersionOf } from "#domain/planning/planning.ts";
import { isProgrammeLink, type Programme, type ProgrammeItem } from "#domain/programme/programme.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { programmeLines, programmeText, titlesCounted } from "#text/event/programme.ts";
import { connectionText } from "#text/shell/connection.ts";

/** Offers to send the programme if it has changed since it was last sent. It is never sent automatically. */
function ProgrammeOffer({ event }: { readonly event: PlannedEvent }) {
  const connection = useConnection();
  const { isPast } = usePlayQuestions()(event);
  const showToast = useToast();
  const call = useCall();
  const [sent, setSent] = useState(0);
  const version = programmeVersionOf(event);
  const { outcome, act, isPending } = useAction(async (): Promise<Outcome> => {
    const { failure } = await call({ method: "POST", path: fillPath(API.programmeMessage, event.id) });
    if (failure) return { status: "failed", sentence: programmeText.tellFailed, reason: sentenceOf(failure.code) };
    setSent(version);
    showToast({ message: programmeText.told, icon: <Send /> });
    return NO_OUTCOME;
  });
  const isTold = version === event.programmeTold || version === sent;
  if (connection === null || isPast || isTold) return null;
  // The server cannot send changes that it has not received.
  const isOffline = connection.status === "offline" || connection.unsent > 0;

  return (
    <div className="mt-3 rounded-strip bg-primary-soft p-3 print:hidden">
      <p className="mb-2 text-small">{isOffline ? connectionText.offline : programmeText.tellHint}</p>
      <Button icon={<Send />} fullWidth disabled={isOffline} isPending={isPending} onClick={() => act()}>
        {programmeText.tell}
      </Button>
      {outcome.status === "failed" ? (
        <Alert className="mt-2" detail={outcome.reason}>
          {outcome.sentence}
        </Alert>
      ) : null}
    </div>
  );
}

const ProgrammeEditor = lazyPart(
  async () => (await import("./programme-editor.tsx")).ProgrammeEditor,
  () => <Skeleton className="h-80 rounded-card" />,
);

/** The programme that the user saved offline and the server refused, because somebody else had changed it. */
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

/** The programme for its two places on the page: `reading` is one part among others, `editing` is above all of them. */
export function useProgramme(event: PlannedEvent): { readonly reading: ReactNode; readonly editing: ReactNode } {
  const user = useUser();
  const rights = useRights();
  const waiting = useWaitingText(event.id);
  /** What the editor begins with; `null`: it is closed. */
  const [start, setStart] = useState<{ readonly text: Programme; readonly isRefused: boolean } | null>(null);
  const [titleRef, focusTitleNext] = useNextFocus();
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
          titleRef={titleRef}
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
          focusTitleNext();
          setStart(null);
        }}
      />
    ),
  };
}

function Title({ title, link }: ProgrammeItem) {
  // A link that an older device published may be unchecked.
  if (link === undefined || !isProgrammeLink(link)) return <span dir="auto">{title}</span>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      dir="auto"
      className="text-primary underline decoration-1 underline-offset-4"
    >
      {title}
    </a>
  );
}

/** What is played, in order: legible at arm's length. */
function TitleList({ programme }: { readonly programme: Programme }) {
  return (
    <ol aria-label={programmeText.title} className="mt-1">
      {programme.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a title may stand there twice, and has no state
        <li key={index} className="flex min-h-11 gap-3 border-line py-2 not-first:border-t">
          <span aria-hidden="true" className="w-7 flex-none font-title text-title leading-7! text-ink-2">
            {index + 1}
          </span>
          <div className="min-w-0 grow">
            <p className="leading-7 font-semibold wrap-anywhere [&>a]:block">
              <Title {...item} />
            </p>
            {item.note === undefined ? null : (
              <p dir="auto" className="text-small wrap-anywhere text-ink-2">
                {item.note}
              </p>
            )}
          </div>
          {item.key === undefined ? null : <span className="key-chip">{item.key}</span>}
        </li>
      ))}
    </ol>
  );
}

function CopyButton({ programme }: { readonly programme: Programme }) {
  const showToast = useToast();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(programmeLines(programme));
      showToast({ message: programmeText.copied, icon: <Copy /> });
    } catch {
      showToast({ message: programmeText.copyFailed, icon: <Copy />, isFailure: true });
    }
  }

  return (
    <Button variant="quiet" icon={<Copy />} className="-ml-3 px-3!" onClick={() => void copy()}>
      {programmeText.copy}
    </Button>
  );
}

interface ProgrammeRegionProps {
  readonly event: PlannedEvent;
  readonly canEdit: boolean;
  /** Whether the user has a programme that could not be saved. */
  readonly isWaiting: boolean;
  readonly titleRef: Ref<HTMLHeadingElement>;
  readonly onEdit: () => void;
  readonly onResume: () => void;
}

/** What is played at the event. */
function ProgrammeRegion({ event, canEdit, isWaiting, titleRef, onEdit, onResume }: ProgrammeRegionProps) {
  const titleId = useId();
  const { programme = [] } = event;

  const edit = canEdit ? (
    <Button icon={<Pencil />} onClick={onEdit}>
      {programmeText.edit}
    </Button>
  ) : null;
  return (
    <Card labelledBy={titleId} className={programme.length > 0 ? "p-5" : "p-5 print:hidden"}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 ref={titleRef} id={titleId} tabIndex={-1} className="font-title text-title outline-none">
          {programmeText.title}
        </h2>
        {programme.length > 0 ? <p className="text-small text-ink-2">{titlesCounted(programme.length)}</p> : null}
      </div>
      {isWaiting ? (
        <div className="my-2 print:hidden">
          <Notice>
            <p>{programmeText.waiting}</p>
            <Button className="mt-2" size="compact" icon={<ListMusic />} onClick={onResume}>
              {programmeText.resume}
            </Button>
          </Notice>
        </div>
      ) : null}
      {programme.length > 0 ? (
        <>
          <TitleList programme={programme} />
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 print:hidden">
            <CopyButton programme={programme} />
            {edit}
          </div>
          {canEdit ? <ProgrammeOffer event={event} /> : null}
        </>
      ) : (
        <EmptyStaff title={programmeText.none} hint={programmeText.noneHint} action={edit} />
      )}
    </Card>
  );
}
