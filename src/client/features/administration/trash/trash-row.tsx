import { CalendarX2, Undo2, Users } from "lucide-react";
import { useId } from "react";
import { dateOf } from "#client/planning/today.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import type { Trashed } from "#contract/planning/trash.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { longDateTime } from "#text/phrases/dates.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import {
  keptBetween,
  restoreNamed,
  trashedEventLine,
  trashedGroupLine,
  trashText,
} from "#text/administration/trash.ts";

interface TrashRowProps {
  readonly item: Trashed;
  readonly isPending: boolean;
  readonly onRestore: () => void;
}

function dayOf(moment: string): PlainDate {
  return dateOf(new Date(moment));
}

/** A deleted group or event: its details, what is restored with it, and until when. */
export function TrashRow({ item, isPending, onRestore }: TrashRowProps) {
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
