import { Copy, ListMusic, Pencil, Send } from "lucide-react";
import { type ReactNode, type Ref, useId, useState } from "react";
import { NO_OUTCOME, type Outcome, useAction } from "#client/forms/use-action.tsx";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { useConnection, useRights } from "#client/planning/planning-hooks.ts";
import { isRefusedProgramme, useDismissRefusal, useLateRefusals } from "#client/planning/team-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { copyText } from "#client/ui/page/copy-text.ts";
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

/** Offers to send the programme to the people who are present, if it has changed since it was last sent. */
function ProgrammeOffer({ event }: { readonly event: PlannedEvent }) {
  const connection = useConnection();
  const { isPast } = usePlayQuestions()(event);
  const showToast = useToast();
  const call = useCall();
  /** Sent from this page. `event.programmeTold`, the version sent last, is updated only with the event. */
  const [sentVersion, setSentVersion] = useState(0);
  const version = programmeVersionOf(event);
  const { outcome, act, isPending } = useAction(async (): Promise<Outcome> => {
    const { failure } = await call({ method: "POST", path: fillPath(API.programmeMessage, event.id) });
    if (failure) return { status: "failed", sentence: programmeText.tellFailed, reason: sentenceOf(failure.code) };
    setSentVersion(version);
    showToast({ message: programmeText.told, icon: <Send /> });
    return NO_OUTCOME;
  });
  const isSent = version === event.programmeTold || version === sentVersion;
  if (connection === null || isPast || isSent) return null;
  // The server cannot send changes that it has not received.
  const isOffline = connection.status === "offline" || connection.unsent > 0;

  return (
    <div className="mt-3 rounded-strip bg-primary-soft p-3 print:hidden">
      <p className="mb-2 text-small">{isOffline ? connectionText.offline : programmeText.tellHint}</p>
      <Button
        size="compact"
        className="max-sm:px-2"
        icon={<Send className="max-sm:hidden" />}
        fullWidth
        disabled={isOffline}
        isPending={isPending}
        onClick={() => act()}
      >
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
function useRefusedProgramme(eventId: string) {
  const dismiss = useDismissRefusal();
  const refusal = useLateRefusals()
    .filter(isRefusedProgramme)
    .find(({ change }) => change.eventId === eventId);
  return {
    programme: refusal?.change.programme ?? null,
    dismiss: () => {
      if (refusal !== undefined) dismiss(refusal.id);
    },
  };
}

/** The programme (set list) of an event: a `region` of the page or, while the user edits it, an `editor` above. */
export function useProgramme(event: PlannedEvent): { readonly region: ReactNode; readonly editor: ReactNode } {
  const user = useUser();
  const rights = useRights();
  const refused = useRefusedProgramme(event.id);
  /** The programme with which the editor opened; `null`: it is closed. */
  const [initial, setInitial] = useState<{ readonly programme: Programme; readonly isRefused: boolean } | null>(null);
  const [titleRef, focusTitleNext] = useNextFocus();
  const canEdit = mayAt({ ...rights, id: user.id }, "programme.set", event);
  const isShown = canEdit || refused.programme !== null || event.programme !== undefined;
  if (initial === null) {
    return {
      editor: null,
      region: isShown ? (
        <ProgrammeRegion
          event={event}
          canEdit={canEdit}
          hasRefusedProgramme={refused.programme !== null}
          titleRef={titleRef}
          onEdit={() => setInitial({ programme: event.programme ?? [], isRefused: false })}
          onResume={() => setInitial({ programme: refused.programme ?? [], isRefused: true })}
        />
      ) : null,
    };
  }
  return {
    region: null,
    editor: (
      <ProgrammeEditor
        event={event}
        initial={initial.programme}
        isRefused={initial.isRefused}
        onClose={(isSaved) => {
          if (isSaved && initial.isRefused) refused.dismiss();
          focusTitleNext();
          setInitial(null);
        }}
      />
    ),
  };
}

function Title({ title, link }: ProgrammeItem) {
  // A programme from an older version of the app may contain a link that was never validated.
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

/** The titles in order, large enough to be read from a music stand. */
function TitleList({ programme }: { readonly programme: Programme }) {
  return (
    <ol aria-label={programmeText.title} className="mt-1">
      {programme.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a title may occur twice, and items have no state
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
    const isCopied = await copyText(programmeLines(programme));
    const message = isCopied ? programmeText.copied : programmeText.copyFailed;
    showToast({ message, icon: <Copy />, isFailure: !isCopied });
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
  /** Whether the server refused a programme that the user saved offline. */
  readonly hasRefusedProgramme: boolean;
  readonly titleRef: Ref<HTMLHeadingElement>;
  readonly onEdit: () => void;
  readonly onResume: () => void;
}

function ProgrammeRegion({ event, canEdit, hasRefusedProgramme, titleRef, onEdit, onResume }: ProgrammeRegionProps) {
  const titleId = useId();
  const { programme = [] } = event;

  const editButton = canEdit ? (
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
      {hasRefusedProgramme ? (
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
            {editButton}
          </div>
          {canEdit ? <ProgrammeOffer event={event} /> : null}
        </>
      ) : (
        <EmptyStaff title={programmeText.none} hint={programmeText.noneHint} action={editButton} />
      )}
    </Card>
  );
}
