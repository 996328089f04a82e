import { CalendarX2, Undo2, Users } from "lucide-react";
import { useId, useRef } from "react";
import { type Outcome, OutcomeMessage, useAction } from "#client/forms/use-action.tsx";
import { NotLoaded } from "#client/loading/not-loaded.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { dateOf } from "#client/planning/today.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { API, fillPath } from "#contract/paths.ts";
import { Group, PlannedEvent } from "#contract/planning/planning.ts";
import { type Trashed, Trash } from "#contract/planning/trash.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import {
  trashText,
  notRestored,
  restorationReason,
  restored,
  keptBetween,
  restoreNamed,
  trashedEventLine,
  trashedGroupLine,
} from "#text/administration/trash.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { longDateTime } from "#text/phrases/dates.ts";

interface TrashRowProps {
  readonly item: Trashed;
  readonly isPending: boolean;
  readonly onRestore: () => void;
}

function dayOf(moment: string): PlainDate {
  return dateOf(new Date(moment));
}

/** A deleted group or event: what is restored with it, until when it can be restored, and the button that restores it. */
function TrashRow({ item, isPending, onRestore }: TrashRowProps) {
  const detailsId = useId();
  const Icon = item.type === "group" ? Users : CalendarX2;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line px-3 py-3 not-first:border-t">
      <Icon className="mt-0.5 self-start text-ink-2" />
      <div className="min-w-0 grow basis-48">
        <p className="text-control wrap-anywhere">
          <bdi>{item.name}</bdi>
        </p>
        <div id={detailsId} className="text-small wrap-anywhere text-ink-2">
          {item.type === "event" ? <p>{longDateTime(item.date, item.time)}</p> : null}
          <p>
            {item.type === "event"
              ? trashedEventLine(item.groupName, item.answerCount)
              : trashedGroupLine(item.eventCount)}
          </p>
          <p>{keptBetween(dayOf(item.deletedAt), dayOf(item.keptUntil))}</p>
          {item.type === "event" && item.isGroupDeleted ? <p>{sentenceOf("event.group_deleted")}</p> : null}
        </div>
      </div>
      <Button
        size="compact"
        icon={<Undo2 />}
        aria-label={restoreNamed(item.name)}
        aria-describedby={detailsId}
        isPending={isPending}
        className="ml-auto"
        onClick={onRestore}
      >
        {trashText.restore}
      </Button>
    </li>
  );
}

function TrashList({ onRestore }: { readonly onRestore: () => void }) {
  const data = useServerData(API.trash, Trash);
  const call = useCall();

  async function restore(item: Trashed): Promise<Outcome> {
    const { type, id } = item;
    const { failure } =
      type === "event"
        ? await call({ method: "POST", path: fillPath(API.eventRestoration, id), response: PlannedEvent })
        : await call({ method: "POST", path: fillPath(API.groupRestoration, id), response: Group });
    if (failure === null) data.change((items) => items.filter((other) => !(other.type === type && other.id === id)));
    // Reloaded because restoring a group also changes the rows of its events, and expired items disappear.
    await data.reload();
    const restoration = `${type}.restored` as const;
    if (failure) {
      return { status: "failed", sentence: notRestored(item.name), reason: restorationReason(restoration, failure) };
    }
    onRestore();
    return { status: "done", sentence: restored(item.name, restoration) };
  }

  const { outcome, act, isPending } = useAction(restore);
  if (data.status !== "ready") {
    return (
      <NotLoaded data={data} sentence={trashText.loadFailed}>
        <Skeleton className="mt-2 h-32 rounded-strip" />
      </NotLoaded>
    );
  }
  return (
    <>
      <p className="text-ink-2">{trashText.hint}</p>
      <OutcomeMessage outcome={outcome} className="*:not-empty:mt-3" />
      {data.value.length === 0 ? (
        <EmptyStaff title={trashText.none} hint={trashText.noneHint} />
      ) : (
        <ul aria-label={trashText.title} className="mt-3 rounded-strip border border-line">
          {data.value.map((item) => (
            <TrashRow key={`${item.type} ${item.id}`} item={item} isPending={isPending} onRestore={() => act(item)} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The deleted groups and events of a shared planning, which can be restored. A local planning has no trash. */
export function TrashRegion({ onAct }: { readonly onAct: () => void }) {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const sharing = useSharingState();

  function handleRestore(): void {
    onAct();
    // Moves the focus, because the pressed button disappears with its row.
    titleRef.current?.focus();
  }

  return (
    <TitledCard title={trashText.title} titleRef={titleRef} titleClass="mb-1" className="p-4 pb-5 sm:p-6">
      {sharing === "unknown" ? <Skeleton className="mt-2 h-11 rounded-small" /> : null}
      {sharing === "local" ? <p className="text-ink-2">{trashText.localHint}</p> : null}
      {sharing === "shared" ? <TrashList onRestore={handleRestore} /> : null}
    </TitledCard>
  );
}
