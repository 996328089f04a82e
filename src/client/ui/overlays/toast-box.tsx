import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

interface PausableTimer {
  /** Pauses the timer until `resume` was called for each reason. The remaining time stays. */
  pause(reason: string): void;
  resume(reason: string): void;
  stop(): void;
}

/** Starts at once, and calls `onEnd` after `milliseconds`. Paused time does not count. */
export function createPausableTimer(milliseconds: number, onEnd: () => void): PausableTimer {
  const reasons = new Set<string>();
  let remaining = milliseconds;
  let startedAt = performance.now();
  let handle = setTimeout(onEnd, remaining);

  return {
    pause: (reason) => {
      if (reasons.size === 0) {
        clearTimeout(handle);
        remaining -= performance.now() - startedAt;
      }
      reasons.add(reason);
    },
    resume: (reason) => {
      if (!reasons.delete(reason) || reasons.size > 0) return;
      startedAt = performance.now();
      handle = setTimeout(onEnd, remaining);
    },
    stop: () => clearTimeout(handle),
  };
}

const LIFETIME_MS = 10_000;

export interface Toast {
  readonly message: ReactNode;
  /** A second sentence, added to the message once it is loaded. */
  readonly more?: Promise<ReactNode> | undefined;
  readonly icon?: ReactNode;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  /** `everywhere`: the action stays on other screens. Default: it ends with the screen, or when something else is pressed. */
  readonly reach?: "everywhere" | undefined;
  readonly isFailure?: boolean | undefined;
}

export interface ToastBoxProps {
  readonly toast: Toast;
  readonly closeLabel: string;
  readonly onEnd: () => void;
}

/** A toast with its buttons. It disappears after ten seconds without pointer or focus on it, or after a press elsewhere. */
export function ToastBox({ toast, closeLabel, onEnd }: ToastBoxProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState<ReactNode>(null);
  const timerRef = useRef<PausableTimer | null>(null);
  /** The element that had the focus before the toast got it; the focus returns there. */
  const formerFocusRef = useRef<EventTarget | null>(null);
  useEffect(() => {
    timerRef.current = createPausableTimer(LIFETIME_MS, onEnd);
    return () => timerRef.current?.stop();
  }, [onEnd]);
  useEffect(() => {
    if (toast.reach === "everywhere") return undefined;
    const handlePressElsewhere = ({ target, detail }: MouseEvent) => {
      // Ignore the second press of a double click: the first one may have shown this toast.
      if (detail < 2 && target instanceof Node && !boxRef.current?.contains(target)) onEnd();
    };
    // In the capture phase, because the pressed control may stop the event, or show the next toast.
    document.addEventListener("click", handlePressElsewhere, true);
    return () => document.removeEventListener("click", handlePressElsewhere, true);
  }, [toast, onEnd]);

  useEffect(() => {
    let isShown = true;
    void toast.more?.then((sentence) => (isShown ? setMore(sentence) : undefined));
    return () => void (isShown = false);
  }, [toast]);

  function handlePress(action?: () => void): void {
    if (formerFocusRef.current instanceof HTMLElement) formerFocusRef.current.focus();
    // End this toast first: the action may show another one at once.
    onEnd();
    action?.();
  }

  return (
    <div
      ref={boxRef}
      onPointerEnter={() => timerRef.current?.pause("pointer")}
      onPointerLeave={() => timerRef.current?.resume("pointer")}
      onFocus={(event) => {
        timerRef.current?.pause("focus");
        // `null` if the user comes back from another window: the former focus stays known.
        const from = event.relatedTarget;
        if (from !== null && !event.currentTarget.contains(from)) formerFocusRef.current = from;
      }}
      onBlur={() => timerRef.current?.resume("focus")}
      className="toast shadow-2"
    >
      <span className="flex min-w-0 grow basis-36 items-center gap-2.5 py-1 pl-2.5 md:gap-3 md:pr-2">
        <span className="contents max-sm:hidden">{toast.icon}</span>
        <span className="min-w-0">
          {toast.message} {more}
        </span>
      </span>
      <span className="ml-auto flex flex-none items-center max-sm:-mr-1 sm:gap-1">
        {/* First in the tab order, but shown last: the Tab key on the action leaves the toast, and its time runs on. */}
        <button
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          className="toast-close"
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
