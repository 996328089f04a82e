import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import { lazyPart } from "../page/lazy-part.tsx";
import type { Toast, ToastBoxProps } from "./toast-box.tsx";

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Returns the function that shows a toast. A new toast replaces the one shown. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (show === null) throw new Error("useToast is used outside ToastProvider");
  return show;
}

/**
 * Its code is loaded with the team's notices when the page is idle, or with the local planning. A toast that is shown
 * earlier loads it. If that fails, nothing is shown.
 */
const ToastBox = lazyPart<ToastBoxProps>(async () =>
  import("./toast-box.tsx").then(
    (file) => file.ToastBox,
    () => () => null,
  ),
);

interface ToastProviderProps {
  /**
   * The current screen. A toast offers its action only on the screen where it appeared, unless `reach` says otherwise.
   */
  readonly place: string;
  readonly children: ReactNode;
}

interface ShownToast {
  readonly toast: Toast;
  /** A different key for each toast, so that it is animated and timed anew even with the same text. */
  readonly rank: number;
  readonly place: string;
  readonly onEnd: () => void;
}

const ShownContext = createContext<ShownToast | null>(null);

function isOfferedAnywhere({ onAction, reach }: Toast): boolean {
  return onAction === undefined || reach === "everywhere";
}

/** Holds one toast at a time, for `ToastPlace`. */
export function ToastProvider({ place, children }: ToastProviderProps) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  const rank = useRef(0);
  const onEnd = useCallback(() => setShown(null), []);
  const show = useCallback(
    (toast: Toast) => setShown({ toast, rank: (rank.current += 1), place, onEnd }),
    [place, onEnd],
  );
  const isCurrent = shown !== null && (isOfferedAnywhere(shown.toast) || shown.place === place);
  return (
    <ToastContext value={show}>
      <ShownContext value={isCurrent ? shown : null}>{children}</ShownContext>
    </ToastContext>
  );
}

/**
 * The room of a toast in a row, which has a gap of 2. It lies over nothing. On a phone, what has `data-yields` makes
 * room for it.
 *
 * None is shown while a dialog is open or a form has its own cancel button (`data-cancellable`), because two buttons
 * named « Annuler » would be confusing (styles/main.css).
 */
export function ToastPlace({ closeLabel }: { readonly closeLabel: string }) {
  const shown = use(ShownContext);
  return (
    <div aria-live="polite" className="-ml-2 flex min-w-0 grow md:not-empty:ml-0">
      {shown === null ? null : (
        <div role={shown.toast.isFailure ? "alert" : "status"} data-toast className="flex grow justify-center">
          <ToastBox key={shown.rank} toast={shown.toast} closeLabel={closeLabel} onEnd={shown.onEnd} />
        </div>
      )}
    </div>
  );
}
