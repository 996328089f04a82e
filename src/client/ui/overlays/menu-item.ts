/** Style of a line in a menu. */
export const MENU_ITEM_CLASS =
  "flex min-h-11 w-full items-center gap-3.5 rounded-small px-3 text-left text-control font-normal hover:bg-sunk focus-visible:bg-sunk focus-visible:-outline-offset-2 [&>.lucide]:text-ink-2";
