import { Download, History, Printer, Search } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { PAGES } from "#client/pages.ts";
import { useSelectedGroup } from "#client/planning/planning-hooks.ts";
import { useKnownTitles } from "#client/planning/programme/known-titles-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { WayBack } from "#client/screen/screen-head.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useIsAtLeast } from "#client/ui/page/page-width.ts";
import { saveTextFile } from "#client/ui/page/save-file.ts";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { playedTitles } from "#domain/programme/repertoire.ts";
import {
  BY_TITLE,
  isSameOrder,
  sortedTitles,
  TITLE_COLUMNS,
  type TitleOrder,
  TO_REDISCOVER,
} from "#domain/programme/sorted-titles.ts";
import { titlesCounted } from "#text/event/programme.ts";
import { repertoireCsv, repertoireText, TITLE_COLUMN_WORDS } from "#text/repertoire/repertoire.ts";
import { RepertoireList, RepertoireTable } from "./repertoire-table.tsx";

/** How the address names each column, for example `?tri=-joue`. A minus sorts downwards. */
const COLUMN_NAMES = { title: "titre", key: "tonalite", times: "joue", lastPlayed: "derniere" } as const;
const SORT = "tri";
const QUERY = "q";

function nameOf({ column, isDescending }: TitleOrder): string {
  return `${isDescending ? "-" : ""}${COLUMN_NAMES[column]}`;
}

function orderNamed(name: string): TitleOrder {
  const column = TITLE_COLUMNS.find((candidate) => COLUMN_NAMES[candidate] === name.replace("-", ""));
  return column === undefined ? BY_TITLE : { column, isDescending: name.startsWith("-") };
}

const PHONE_ORDERS: readonly TitleOrder[] = [
  BY_TITLE,
  { column: "key", isDescending: false },
  { column: "times", isDescending: true },
  { column: "lastPlayed", isDescending: true },
  TO_REDISCOVER,
];

function orderLabel(order: TitleOrder): string {
  return isSameOrder(order, TO_REDISCOVER) ? repertoireText.toRediscover : TITLE_COLUMN_WORDS[order.column];
}

/** The sort order and the search text. Both are in the address, so that the back button restores them. */
function useView() {
  const [, navigate] = useLocation();
  const searchParams = new URLSearchParams(useSearch());
  const order = orderNamed(searchParams.get(SORT) ?? "");
  const query = searchParams.get(QUERY) ?? "";

  function show(nextOrder: TitleOrder, nextQuery: string): void {
    const next = new URLSearchParams();
    if (!isSameOrder(nextOrder, BY_TITLE)) next.set(SORT, nameOf(nextOrder));
    if (nextQuery !== "") next.set(QUERY, nextQuery);
    navigate(`${PAGES.repertoire}${next.size > 0 ? `?${next.toString()}` : ""}`, { replace: true });
  }

  return { order, query, sort: (next: TitleOrder) => show(next, query), search: (next: string) => show(order, next) };
}

interface ControlsProps extends ReturnType<typeof useView> {
  readonly isWide: boolean;
  readonly count: number;
}

function Controls({ order, query, sort, search, isWide, count }: ControlsProps) {
  const isToRediscover = isSameOrder(order, TO_REDISCOVER);
  // The address may contain an order that is not offered.
  const orders = PHONE_ORDERS.some((offered) => isSameOrder(offered, order)) ? PHONE_ORDERS : [order, ...PHONE_ORDERS];
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="relative w-full sm:w-80">
        <TextField
          label={repertoireText.search}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={repertoireText.searchPlaceholder}
          className="pl-10!"
          value={query}
          onChange={({ target }) => search(target.value)}
        />
        <Search className="pointer-events-none absolute bottom-[15px] left-3 text-ink-2" />
      </div>
      {isWide ? (
        <Button
          icon={<History />}
          aria-pressed={isToRediscover}
          className={`min-h-12! ${isToRediscover ? "border-primary! bg-primary-soft! text-primary!" : ""}`}
          onClick={() => sort(isToRediscover ? BY_TITLE : TO_REDISCOVER)}
        >
          {repertoireText.toRediscover}
        </Button>
      ) : (
        <div className="w-full">
          <SelectField
            label={repertoireText.sortBy}
            value={nameOf(order)}
            options={orders.map((offered) => ({ value: nameOf(offered), label: orderLabel(offered) }))}
            onChange={({ target }) => sort(orderNamed(target.value))}
          />
        </div>
      )}
      <p role="status" className="ml-auto py-3 text-small text-ink-2">
        {titlesCounted(count)}
      </p>
    </div>
  );
}

export function RepertoireScreen() {
  const groupId = useSelectedGroup()?.id ?? "";
  const today = useToday();
  const isWide = useIsAtLeast("medium");
  const { titles: knownTitles, status } = useKnownTitles(groupId);
  const view = useView();
  const { query } = view;
  // `view.order` is a new object each time, its name is not.
  const orderName = nameOf(view.order);
  const played = useMemo(() => playedTitles(knownTitles), [knownTitles]);
  const titles = useMemo(() => sortedTitles(played, orderNamed(orderName), query), [played, orderName, query]);
  useTitle(repertoireText.title);

  function renderTitles(): ReactNode {
    if (status === "loading") return <Skeleton className="h-96 rounded-event" />;
    if (status === "failed") return <LoadFailure sentence={repertoireText.failed} />;
    if (titles.length > 0) {
      return isWide ? (
        <RepertoireTable titles={titles} today={today} order={view.order} onSort={view.sort} />
      ) : (
        <RepertoireList titles={titles} today={today} />
      );
    }
    return (
      <div className="rounded-event bg-surface px-4 py-12 shadow-1">
        {played.length > 0 ? (
          <EmptyStaff title={repertoireText.noMatch} />
        ) : (
          <EmptyStaff title={repertoireText.none} hint={repertoireText.noneHint} />
        )}
      </div>
    );
  }

  return (
    <div className="flex flex-col gap-4">
      <header className="-mt-2">
        <WayBack />
        <div className="flex flex-wrap items-end justify-between gap-2">
          <div>
            <ScreenTitle>{repertoireText.title}</ScreenTitle>
            <p className="mt-1 text-ink-2">{repertoireText.hint}</p>
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button icon={<Printer />} size="compact" onClick={() => print()}>
              {repertoireText.print}
            </Button>
            <Button
              icon={<Download />}
              size="compact"
              onClick={() => saveTextFile(repertoireText.fileName, repertoireCsv(titles), "text/csv;charset=utf-8")}
            >
              {repertoireText.download}
            </Button>
          </div>
        </div>
      </header>
      <Controls {...view} isWide={isWide} count={titles.length} />
      {renderTitles()}
    </div>
  );
}
