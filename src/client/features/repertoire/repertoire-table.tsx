import { ArrowDown, ArrowUp, ChevronsUpDown, ExternalLink } from "lucide-react";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { PlayedTitle } from "#domain/programme/repertoire.ts";
import { orderAfterPress, TITLE_COLUMNS, type TitleColumn, type TitleOrder } from "#domain/programme/sorted-titles.ts";
import { timeAgo } from "#text/event/programme.ts";
import { fullDate } from "#text/phrases/dates.ts";
import {
  openTitle,
  playedLine,
  repertoireText,
  timesInWords,
  TITLE_COLUMN_WORDS,
} from "#text/repertoire/repertoire.ts";

interface TitlesProps {
  readonly titles: readonly PlayedTitle[];
  readonly today: PlainDate;
}

interface RepertoireTableProps extends TitlesProps {
  readonly order: TitleOrder;
  readonly onSort: (order: TitleOrder) => void;
}

interface HeadProps extends Pick<RepertoireTableProps, "order" | "onSort"> {
  readonly column: TitleColumn;
}

function Head({ column, order, onSort }: HeadProps) {
  const isChosen = order.column === column;
  const direction = order.isDescending ? "descending" : "ascending";
  const ChosenArrow = order.isDescending ? ArrowDown : ArrowUp;
  const Arrow = isChosen ? ChosenArrow : ChevronsUpDown;
  return (
    <th scope="col" aria-sort={isChosen ? direction : undefined} className="px-1 text-left">
      <button
        type="button"
        className={`flex min-h-11 w-full items-center gap-2 rounded-control px-3 text-small font-semibold hover:bg-sunk ${isChosen ? "text-primary" : ""}`}
        onClick={() => onSort(orderAfterPress(column, order))}
      >
        {TITLE_COLUMN_WORDS[column]}
        <Arrow className="size-4 text-ink-2 in-aria-[sort]:text-primary" />
      </button>
      <span aria-hidden="true" className="hidden px-3 print:inline">
        {TITLE_COLUMN_WORDS[column]}
      </span>
    </th>
  );
}

function Key({ value }: { readonly value: string | undefined }) {
  return value === undefined ? null : <span className="key-chip self-center!">{value}</span>;
}

/** The titles as a table, for windows of 600 px and more. */
export function RepertoireTable({ titles, today, order, onSort }: RepertoireTableProps) {
  return (
    <div className="overflow-hidden rounded-event bg-surface shadow-1 print:overflow-visible">
      <table aria-label={repertoireText.title} className="w-full">
        <thead className="border-b border-line">
          <tr>
            {TITLE_COLUMNS.map((column) => (
              <Head key={column} column={column} order={order} onSort={onSort} />
            ))}
            <th scope="col" className="px-4 text-left text-small font-semibold">
              {repertoireText.link}
            </th>
          </tr>
        </thead>
        <tbody>
          {titles.map(({ title, key, times, lastPlayed, link }) => (
            <tr key={title} className="h-14 border-line not-first:border-t print:h-auto">
              <th scope="row" dir="auto" className="px-4 text-left text-control wrap-anywhere">
                {title}
              </th>
              <td className="px-4">
                <Key value={key} />
              </td>
              <td className={`px-4 text-control font-normal ${times === 0 ? "text-ink-2" : ""}`}>
                {timesInWords(times)}
              </td>
              <td className="px-4 text-control font-normal">
                {timeAgo(lastPlayed, today)} <span className="ml-2 text-small text-ink-2">{fullDate(lastPlayed)}</span>
              </td>
              <td className="px-2">
                {link === undefined ? null : (
                  <a
                    href={link}
                    target="_blank"
                    rel="noopener noreferrer"
                    aria-label={openTitle(title)}
                    title={openTitle(title)}
                    className="icon-button text-primary hover:bg-primary-soft"
                  >
                    <ExternalLink />
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The titles as a list, for windows below 600 px. Rows far outside the viewport are not laid out, because there may be
 * thousands.
 */
export function RepertoireList({ titles, today }: TitlesProps) {
  return (
    <ul aria-label={repertoireText.title} className="rounded-event bg-surface shadow-1">
      {titles.map((known) => (
        <li key={known.title} className="far-title-row">
          <div className="min-w-0 grow">
            <p dir="auto" className="text-control wrap-anywhere">
              {known.link === undefined ? (
                known.title
              ) : (
                <a
                  href={known.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="inline-flex min-h-6 items-center text-primary underline underline-offset-4"
                >
                  {known.title}
                </a>
              )}
            </p>
            <p className="text-small text-ink-2">{playedLine(known, today)}</p>
          </div>
          <Key value={known.key} />
        </li>
      ))}
    </ul>
  );
}
