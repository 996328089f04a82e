import { X } from "lucide-react";
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { createPausableTimer, type PausableTimer } from "./pausable-timer.ts";

export interface Toast {
  readonly message: ReactNode;
  readonly icon?: ReactNode;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  /** Where its action is offered. Default: only on the screen where the toast appeared. */
  readonly reach?: "everywhere" | undefined;
  /** An action failed: announced immediately. */
  readonly isFailure?: boolean | undefined;
}

type ShowToast = (toast: Toast) => void;

const LIFETIME_MS = 10_000;

const ToastContext = createContext<ShowToast | null>(null);

/** Returns the function that shows a toast. A new toast replaces the one shown. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (show === null) throw new Error("useToast is used outside ToastProvider");
  return show;
}

interface ToastBoxProps {
  readonly toast: Toast;
  readonly closeLabel: string;
  readonly onEnd: () => void;
}

function ToastBox({ toast, closeLabel, onEnd }: ToastBoxProps) {
  const timer = useRef<PausableTimer | null>(null);
  /** The element that had the focus before the toast got it; the focus returns there. */
  const cameFrom = useRef<EventTarget | null>(null);
  useEffect(() => {
    timer.current = createPausableTimer(LIFETIME_MS, onEnd);
    return () => timer.current?.stop();
  }, [onEnd]);

  function handlePress(action?: () => void): void {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    // First, so that the action may show a toast of its own at once.
    onEnd();
    action?.();
  }

  return (
    <div
      onPointerEnter={() => timer.current?.pause("pointer")}
      onPointerLeave={() => timer.current?.resume("pointer")}
      onFocus={(event) => {
        timer.current?.pause("focus");
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
      }}
      onBlur={() => timer.current?.resume("focus")}
      className="pointer-events-auto flex min-h-12 max-w-[560px] flex-wrap items-center gap-x-2 rounded-strip bg-ink px-1 text-small text-bg shadow-2 max-md:w-full md:min-h-[52px] md:text-body motion-safe:animate-rise"
    >
      <span className="flex min-w-0 grow basis-36 items-center gap-2.5 py-1 pl-2.5 md:gap-3 md:pr-2">
        {toast.icon}
        <span className="min-w-0 break-words">{toast.message}</span>
      </span>
      <span className="ml-auto flex flex-none items-center gap-1">
        {/* First in the tab order: after the action, the focus leaves the toast. */}
        <button
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          className="order-last inline-flex size-11 items-center justify-center rounded-control hover:bg-bg/16 focus-visible:-outline-offset-2 focus-visible:outline-bg"
          onClick={() => handlePress()}
        >
          <X />
        </button>
        {toast.actionLabel === undefined ? null : (
          <button
            type="button"
            className="relative min-h-9 rounded-small bg-bg/16 px-3 text-control after:absolute after:-inset-x-1 after:-inset-y-1 focus-visible:outline-bg"
            onClick={() => handlePress(toast.onAction)}
          >
            {toast.actionLabel}
          </button>
        )}
      </span>
    </div>
  );
}

interface ToastProviderProps {
  /**
   * The current screen. A toast offers its action only on the screen where it appeared, unless `reach` says otherwise.
   */
  readonly place: string;
  /** Label of the button that closes a toast. */
  readonly closeLabel: string;
  readonly children: ReactNode;
}

interface ShownToast {
  readonly toast: Toast;
  /** A different key for each toast, so that it is animated and timed anew even with the same text. */
  readonly rank: number;
  readonly place: string;
}

function isOfferedAnywhere({ onAction, reach }: Toast): boolean {
  return onAction === undefined || reach === "everywhere";
}

/**
 * Shows one toast at a time, where it covers nothing that is pressed next: over the fixed header of a phone, or at the
 * bottom of a wide screen. None is shown while a dialog is open or a form has its own cancel button
 * (`data-cancellable`), because two buttons named « Annuler » would be confusing.
 */
export function ToastProvider({ place, closeLabel, children }: ToastProviderProps) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  const rank = useRef(0);
  const show = useCallback((toast: Toast) => setShown({ toast, rank: (rank.current += 1), place }), [place]);
  const handleEnd = useCallback(() => setShown(null), []);
  const isCurrent = shown !== null && (isOfferedAnywhere(shown.toast) || shown.place === place);
  return (
    <ToastContext value={show}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-1 z-20 flex justify-center max-md:top-1 md:bottom-6 [body:has(dialog[open],[data-confirming],[data-cancellable])_&]:invisible"
      >
        {isCurrent ? (
          <div role={shown.toast.isFailure ? "alert" : "status"} className="max-md:w-full">
            <ToastBox key={shown.rank} toast={shown.toast} closeLabel={closeLabel} onEnd={handleEnd} />
          </div>
        ) : null}
      </div>
    </ToastContext>
  );
}
