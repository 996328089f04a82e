import { CircleAlert, UserPlus } from "lucide-react";
import { Fragment, useId } from "react";
import { useMailsGoToFiles } from "#client/loading/mail-delivery.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useIsAtLeast } from "#client/ui/page/page-width.ts";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import type { PeopleLine, PeopleList } from "#domain/people/list/people-list.ts";
import { PEOPLE_MAX } from "#domain/people/people.ts";
import { connectionText } from "#text/shell/connection.ts";
import {
  addPeople,
  addPeopleText,
  linesNotShown,
  previewCounts,
  quotedTitle,
  unreadColumns,
  unreadRows,
} from "#text/users/add-people.ts";
import { type PreviewLinesProps, PreviewList, PreviewTable } from "./preview-lines.tsx";

/** Names the columns or rows of the list that were ignored. */
function Unread({ label, titles }: { readonly label: string; readonly titles: readonly string[] }) {
  return (
    <p className="mb-3 flex gap-2 text-small font-semibold wrap-anywhere">
      <CircleAlert className="mt-0.5 size-4 text-ink-2" />
      <span className="min-w-0">
        {label}
        {titles.map((title, index) => (
          <Fragment key={title}>
            {index > 0 ? ", " : ""}
            <bdi>{quotedTitle(title)}</bdi>
          </Fragment>
        ))}
      </span>
    </p>
  );
}

interface PeoplePreviewProps extends Omit<PreviewLinesProps, "lines"> {
  readonly list: PeopleList;
  readonly isOffline: boolean;
  readonly isPending: boolean;
  readonly onAdd: () => void;
}

/** What will happen to each line of the list, with the button that adds the people. */
export function PeoplePreview({ list, notNamesakes, onDecide, isOffline, isPending, onAdd }: PeoplePreviewProps) {
  const id = useId();
  const { lines, unreadColumns: columns, unreadRows: rows } = list;
  // On a wide page a person's line fits into one table row.
  const isWide = useIsAtLeast("wide");
  const doMailsGoToFiles = useMailsGoToFiles();
  const Lines = isWide ? PreviewTable : PreviewList;
  const countOf = (status: PeopleLine["state"]["status"]) =>
    lines.filter(({ state }) => state.status === status).length;
  const good = countOf("good");
  return (
    <TitledCard title={addPeopleText.preview}>
      <p role="status" className="mb-3 text-small text-ink-2">
        {previewCounts({
          good,
          completed: lines.filter(({ completes }) => completes !== null).length,
          wrong: countOf("wrong"),
          known: countOf("known"),
          namesakes: countOf("namesake"),
        })}
      </p>
      {rows.length > 0 ? <Unread label={unreadRows(rows.length)} titles={rows} /> : null}
      {columns.length > 0 ? <Unread label={unreadColumns(columns.length)} titles={columns} /> : null}
      {/* As many as can be added at once. More would make a phone slow. */}
      <Lines lines={lines.slice(0, PEOPLE_MAX)} notNamesakes={notNamesakes} onDecide={onDecide} />
      {lines.length > PEOPLE_MAX ? (
        <p className="mt-3 text-small text-ink-2">{linesNotShown(lines.length - PEOPLE_MAX)}</p>
      ) : null}
      <div className="mt-4 flex flex-col gap-3 sm:flex-row sm:items-center">
        <p className="grow text-small text-ink-2">
          {doMailsGoToFiles ? addPeopleText.mailsAreFiles : addPeopleText.consequence}
        </p>
        <div className="flex flex-none flex-col gap-1.5">
          <Button
            variant="primary"
            size="large"
            icon={<UserPlus />}
            isPending={isPending}
            disabled={good === 0 || isOffline}
            aria-describedby={isOffline ? `${id}-offline` : undefined}
            onClick={onAdd}
          >
            {addPeople(good)}
          </Button>
          {isOffline ? (
            <p id={`${id}-offline`} className="text-center text-small text-ink-2">
              {connectionText.offline}
            </p>
          ) : null}
        </div>
      </div>
    </TitledCard>
  );
}
