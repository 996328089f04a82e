import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { createHeldTimer, type HeldTimer } from "./held-timer.ts";

export interface Toast {
  readonly message: ReactNode;
  readonly icon?: ReactNode;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  /** Where its action is offered; left out: only where the person was when it came. */
  readonly reach?: "everywhere" | undefined;
  /** Something could not be done: it is said at once. */
  readonly isFailure?: boolean | undefined;
}

type ShowToast = (toast: Toast) => void;

const LIFETIME_MS = 10_000;

const ToastContext = createContext<ShowToast | null>(null);

/** How to say what happened; a new toast takes the place of the one shown. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (show === null) throw new Error("useToast is used outside ToastProvider");
  return show;
}

function ToastBox({ toast, onEnd }: { readonly toast: Toast; readonly onEnd: () => void }) {
  const timer = useRef<HeldTimer | null>(null);
  /** Where the focus was before it came into the toast: it goes back there. */
  const cameFrom = useRef<EventTarget | null>(null);
  useEffect(() => {
    timer.current = createHeldTimer(LIFETIME_MS, onEnd);
    return () => timer.current?.stop();
  }, [onEnd]);

  return (
    <div
      onPointerEnter={() => timer.current?.hold("pointer")}
      onPointerLeave={() => timer.current?.release("pointer")}
      onFocus={(event) => {
        timer.current?.hold("focus");
        cameFrom.current = event.relatedTarget;
      }}
      onBlur={() => timer.current?.release("focus")}
      className="pointer-events-auto flex min-h-[52px] max-w-[560px] items-center gap-3 rounded-strip bg-ink py-1 pr-2 pl-4 text-body text-bg shadow-2 motion-safe:animate-rise"
    >
      {toast.icon}
      <span className="min-w-0 py-2 pr-2">{toast.message}</span>
      {toast.actionLabel === undefined ? null : (
        <button
          type="button"
          className="relative min-h-9 flex-none rounded-small bg-bg/16 px-3.5 text-control after:absolute after:-inset-x-1 after:-inset-y-1 focus-visible:outline-bg"
          onClick={() => {
            if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
            toast.onAction?.();
            onEnd();
          }}
        >
          {toast.actionLabel}
        </button>
      )}
    </div>
  );
}

interface ToastProviderProps {
  /** Where the person is: what a toast offers is offered there only, unless it reaches further. */
  readonly place: string;
  readonly children: ReactNode;
}

interface ShownToast {
  readonly toast: Toast;
  /** A rank of its own makes each toast a new box: it rises and lives its time even when it says the same. */
  readonly rank: number;
  readonly place: string;
}

function isOfferedAnywhere({ onAction, reach }: Toast): boolean {
  return onAction === undefined || reach === "everywhere";
}

/**
 * Shows one toast at a time, and none while a question is open or a form has its own way out (`data-cancellable`): two
 * « Annuler » at once would be one too many.
 */
export function ToastProvider({ place, children }: ToastProviderProps) {
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
        className="pointer-events-none fixed inset-x-3 bottom-[calc(88px+env(safe-area-inset-bottom))] z-20 flex justify-center md:bottom-6 [body:has(dialog[open],[data-confirming],[data-cancellable])_&]:invisible"
      >
        {isCurrent ? (
          <div role={shown.toast.isFailure ? "alert" : "status"}>
            <ToastBox key={shown.rank} toast={shown.toast} onEnd={handleEnd} />
          </div>
        ) : null}
      </div>
    </ToastContext>
  );
}
