import { useId, useRef, startTransition, useActionState } from "react";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
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
import { Button } from "#client/ui/buttons/button.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { type Trashed, Trash } from "#contract/planning/trash.ts";
import { layoutText } from "#text/shell/layout.ts";
import { CalendarX2, Undo2, Users } from "lucide-react";
import { dateOf } from "#client/planning/today.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { longDateTime } from "#text/phrases/dates.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { API, fillPath } from "#contract/paths.ts";
import { Group, PlannedEvent } from "#contract/planning/planning.ts";
import { useServerData } from "./use-server-data.ts";

type Items = readonly Trashed[];

interface TrashHook extends Pick<ReturnType<typeof useServerData<Items>>, "state" | "reload"> {
  /** Restores an item and reloads the list; resolves with the error, or `null`. */
  readonly restore: (item: Trashed) => Promise<ApiError | null>;
}

function readTrash(): Promise<Items> {
  return callApi({ path: API.trash, answer: Trash });
}

function restoring({ type, id }: Trashed): Promise<unknown> {
  return type === "event"
    ? callApi({ method: "POST", path: fillPath(API.eventRestoration, id), answer: PlannedEvent })
    : callApi({ method: "POST", path: fillPath(API.groupRestoration, id), answer: Group });
}

/** The trash of the team's planning, and how to restore its items. */
function useTrash(): TrashHook {
  const { state, reload, change } = useServerData(readTrash);
  const recheckAfter = useRecheckAfter();

  return {
    state,
    reload,
    async restore(item) {
      const failure = await failureOf(restoring(item));
      if (failure === null) change((items) => items.filter(({ type, id }) => type !== item.type || id !== item.id));
      else recheckAfter(failure);
      // Restoring a group changes the lines of its events, and items past their time have no line any more.
      await reload();
      return failure;
    },
  };
}

interface TrashRowProps {
  readonly item: Trashed;
  readonly isPending: boolean;
  readonly onRestore: () => void;
}

function dayOf(moment: string): PlainDate {
  return dateOf(new Date(moment));
}

/** A deleted group or event: its details, what is restored with it, and until when. */
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

interface TrashListProps {
  readonly labelledBy: string;
  /** Called when an item was restored: its row and its button are gone. */
  readonly onRestore: () => void;
}

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "restored"; readonly sentence: string }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** Deleted items, the latest first, each with a button to restore it. */
function TrashList({ labelledBy, onRestore }: TrashListProps) {
  const { state, reload, restore } = useTrash();

  async function tryToRestore(_: Outcome, item: Trashed): Promise<Outcome> {
    const type = `${item.type}.restored` as const;
    const failure = await restore(item);
    if (failure)
      return { status: "failed", sentence: notRestored(item.name), reason: restorationReason(type, failure) };
    onRestore();
    return { status: "restored", sentence: restored(item.name, type) };
  }

  const [outcome, act, isPending] = useActionState(tryToRestore, NO_OUTCOME);
  const done = useExpiringMessage(outcome.status === "restored" ? outcome : null);

  if (state.status === "loading") return <Skeleton className="mt-2 h-32 rounded-strip" />;
  if (state.status === "failed") {
    const retry = <Button onClick={() => void reload()}>{layoutText.retry}</Button>;
    return <EmptyStaff title={trashText.loadFailed} hint={state.reason} action={retry} />;
  }
  return (
    <>
      <p className="text-ink-2">{trashText.hint}</p>
      <div className="*:not-empty:mt-3">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
        <StatusMessage>{done?.sentence}</StatusMessage>
      </div>
      {state.value.length === 0 ? (
        <EmptyStaff title={trashText.none} hint={trashText.noneHint} />
      ) : (
        <ul aria-labelledby={labelledBy} className="mt-3 rounded-strip border border-line">
          {state.value.map((item) => (
            <TrashRow
              key={`${item.type} ${item.id}`}
              item={item}
              isPending={isPending}
              onRestore={() => startTransition(() => act(item))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface TrashRegionProps {
  /** Called after an action that the journal records. */
  readonly onAct: () => void;
}

/** Deleted groups and events of the team's planning; a planning of one browser has no trash. */
export function TrashRegion({ onAct }: TrashRegionProps) {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const sharing = useSharingState();

  function handleRestore(): void {
    onAct();
    titleRef.current?.focus();
  }

  return (
    <Card labelledBy={titleId} className="p-4 pb-5 sm:p-6">
      <h2 ref={titleRef} id={titleId} tabIndex={-1} className="mb-1 font-title text-title outline-none">
        {trashText.title}
      </h2>
      {sharing === "unknown" ? <Skeleton className="mt-2 h-11 rounded-small" /> : null}
      {sharing === "local" ? <p className="text-ink-2">{trashText.localHint}</p> : null}
      {sharing === "shared" ? <TrashList labelledBy={titleId} onRestore={handleRestore} /> : null}
    </Card>
  );
}
