import { createContext, type ReactNode, use, useCallback, useRef, useState } from "react";
import { lazyPart } from "../page/lazy-part.tsx";
import type { Toast, ToastBoxProps } from "./toast-box.tsx";

type ShowToast = (toast: Toast) => void;

const ToastContext = createContext<ShowToast | null>(null);

export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (show === null) throw new Error("useToast is used outside ToastProvider");
  return show;
}

/** If its code cannot be loaded, no toast is shown. */
const ToastBox = lazyPart<ToastBoxProps>(async () =>
  import("./toast-box.tsx").then(
    (file) => file.ToastBox,
    () => () => null,
  ),
);

interface ToastProviderProps {
  /** The current screen. A toast with an action disappears on another screen, unless its `reach` is `everywhere`. */
  readonly place: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

interface ShownToast {
  readonly toast: Toast;
  /** The React key: each toast is a new element, with a new timer and animation. */
  readonly number: number;
  readonly place: string;
}

/** A toast without an action stays until its time is over, also on another screen. */
function isShownEverywhere({ onAction, reach }: Toast): boolean {
  return onAction === undefined || reach === "everywhere";
}

/**
 * Shows one toast at a time: at the bottom of a wide screen, or in the fixed header of a phone, where elements with
 * `data-yields` make room for it. While a dialog is open or a form has its own cancel button (`data-cancellable`),
 * styles/main.css hides it, because two buttons named « Annuler » would be confusing.
 */
export function ToastProvider({ place, closeLabel, children }: ToastProviderProps) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  const latestNumber = useRef(0);
  const show = useCallback(
    (toast: Toast) => {
      latestNumber.current += 1;
      setShown({ toast, number: latestNumber.current, place });
    },
    [place],
  );
  const handleEnd = useCallback(() => setShown(null), []);
  const isCurrent = shown !== null && (isShownEverywhere(shown.toast) || shown.place === place);
  return (
    <ToastContext value={show}>
      {children}
      <div
        aria-live="polite"
        data-toast
        className="pointer-events-none fixed left-1 right-17 z-20 flex justify-center max-md:top-1 md:right-1 md:bottom-6"
      >
        {isCurrent ? (
          <div role={shown.toast.isFailure ? "alert" : "status"} className="max-md:w-full">
            <ToastBox key={shown.number} toast={shown.toast} closeLabel={closeLabel} onEnd={handleEnd} />
          </div>
        ) : null}
      </div>
    </ToastContext>
  );
}
