import { type ReactNode, type RefObject, useId, useRef } from "react";
import { useModal } from "./use-modal.ts";

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  /** Called on Escape and on a press outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
  readonly initialFocusRef?: RefObject<HTMLElement | null> | undefined;
}

/**
 * A modal dialog: centred, or at the bottom of a phone. The browser keeps the focus inside, and restores it afterwards.
 */
export function Dialog({ isOpen, title, onClose, children, actions, icon, initialFocusRef }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialogRef, isOpen, initialFocusRef);

  return (
    <dialog
      ref={dialogRef}
      aria-labelledby={titleId}
      closedby="any"
      onCancel={(event) => {
        // React state decides when the dialog closes.
        event.preventDefault();
        onClose();
      }}
      className="m-auto mb-0 w-full max-w-full rounded-t-dialog bg-surface text-ink shadow-2 backdrop:bg-scrim motion-safe:open:animate-rise sm:mb-auto sm:max-w-[400px] sm:rounded-dialog"
    >
      {isOpen ? (
        <div className="px-4 pt-[22px] pb-[max(22px,env(safe-area-inset-bottom))] sm:px-[22px]">
          {icon ? (
            <div className="mb-3.5 flex size-11 items-center justify-center rounded-control bg-missing-soft text-missing">
              {icon}
            </div>
          ) : null}
          <h2 id={titleId} className="font-title text-dialog">
            {title}
          </h2>
          <div className="mt-1 text-body text-ink-2">{children}</div>
          {actions ? <div className="mt-5 flex flex-wrap justify-end gap-2 *:grow sm:*:grow-0">{actions}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
