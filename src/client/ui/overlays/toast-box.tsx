import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

interface PausableTimer {
  /** Pauses the timer, keeping the remaining time, until every reason to pause is resumed. */
  pause(reason: string): void;
  resume(reason: string): void;
  stop(): void;
}

/** Calls `onEnd` after `milliseconds`; paused time does not count. Starts at once. */
export function createPausableTimer(milliseconds: number, onEnd: () => void): PausableTimer {
  const reasons = new Set<string>();
  let left = milliseconds;
  let startedAt = performance.now();
  let handle = setTimeout(onEnd, left);

  return {
    pause: (reason) => {
      if (reasons.size === 0) {
        clearTimeout(handle);
        left -= performance.now() - startedAt;
      }
      reasons.add(reason);
    },
    resume: (reason) => {
      if (!reasons.delete(reason) || reasons.size > 0) return;
      startedAt = performance.now();
      handle = setTimeout(onEnd, left);
    },
    stop: () => clearTimeout(handle),
  };
}

const LIFETIME_MS = 10_000;

export interface Toast {
  readonly message: ReactNode;
  /** Follows the message once it is known, if there is anything to say. */
  readonly more?: Promise<ReactNode> | undefined;
  readonly icon?: ReactNode;
  readonly actionLabel?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  /**
   * Where its action is offered. Default: only on the screen where the toast appeared, until something else is pressed
   * there.
   */
  readonly reach?: "everywhere" | undefined;
  readonly isFailure?: boolean | undefined;
}

export interface ToastBoxProps {
  readonly toast: Toast;
  readonly closeLabel: string;
  readonly onEnd: () => void;
}

/** A toast with its buttons. It disappears after ten seconds without pointer or focus on it, or at a press elsewhere. */
export function ToastBox({ toast, closeLabel, onEnd }: ToastBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState<ReactNode>(null);
  const timer = useRef<PausableTimer | null>(null);
  /** The element that had the focus before the toast got it; the focus returns there. */
  const cameFrom = useRef<EventTarget | null>(null);
  useEffect(() => {
    timer.current = createPausableTimer(LIFETIME_MS, onEnd);
    return () => timer.current?.stop();
  }, [onEnd]);
  useEffect(() => {
    if (toast.reach === "everywhere") return undefined;
    const handlePressElsewhere = ({ target, detail }: MouseEvent) => {
      // The second press of a double click was not meant for what the first one showed.
      if (detail < 2 && target instanceof Node && !box.current?.contains(target)) onEnd();
    };
    // In the capture phase: the pressed control may stop the event, and has not shown its own toast yet.
    document.addEventListener("click", handlePressElsewhere, true);
    return () => document.removeEventListener("click", handlePressElsewhere, true);
  }, [toast, onEnd]);

  useEffect(() => {
    let isShown = true;
    void toast.more?.then((known) => (isShown ? setMore(known) : undefined));
    return () => void (isShown = false);
  }, [toast]);

  function handlePress(action?: () => void): void {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    // End this toast first: the action may show another one at once.
    onEnd();
    action?.();
  }

  return (
    <div
      ref={box}
      onPointerEnter={() => timer.current?.pause("pointer")}
      onPointerLeave={() => timer.current?.resume("pointer")}
      onFocus={(event) => {
        timer.current?.pause("focus");
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
      }}
      onBlur={() => timer.current?.resume("focus")}
      className="toast shadow-2"
    >
      <span className="flex min-w-0 grow basis-36 items-center gap-2.5 py-1 pl-2.5 md:gap-3 md:pr-2">
        <span className="contents max-sm:hidden">{toast.icon}</span>
        <span className="min-w-0 break-words">
          {toast.message} {more}
        </span>
      </span>
      <span className="ml-auto flex flex-none items-center max-sm:-mr-1 sm:gap-1">
        {/* First in the tab order: after the action, the focus leaves the toast. */}
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
