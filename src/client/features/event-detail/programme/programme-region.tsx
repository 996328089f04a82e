import { Copy, ListMusic, Pencil } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef } from "react";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { isProgrammeLink, type Programme, type ProgrammeItem } from "#domain/programme/programme.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Notice } from "#client/ui/surfaces/message.tsx";
import { ProgrammeOffer } from "./programme-offer.tsx";
import { programmeLines, programmeText, titlesCounted } from "#text/event/programme.ts";

function Title({ title, link }: ProgrammeItem) {
  // What an older device published is not checked.
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
function TitleList({ programme, titleId }: { readonly programme: Programme; readonly titleId: string }) {
  return (
    <ol aria-labelledby={titleId} className="mt-1">
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
  /** Whether a text of the user waits that could not be saved. */
  readonly isWaiting: boolean;
  /** Whether the editor was just closed: its button takes the focus. */
  readonly wasEditingRef: RefObject<boolean>;
  readonly onEdit: () => void;
  readonly onResume: () => void;
}

/** What is played at the event. Nobody sees it who can neither read nor write anything there. */
export function ProgrammeRegion({ event, canEdit, isWaiting, wasEditingRef, onEdit, onResume }: ProgrammeRegionProps) {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { programme = [] } = event;

  useLayoutEffect(() => {
    if (wasEditingRef.current) titleRef.current?.focus();
    wasEditingRef.current = false;
  }, [wasEditingRef]);

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
          <TitleList programme={programme} titleId={titleId} />
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
