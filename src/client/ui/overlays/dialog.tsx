import { type MouseEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from "react";

/** Whether the pointer is on the backdrop, whose events have the dialog as their target. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

interface ModalFrameProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly initialFocusRef?: RefObject<HTMLElement | null> | undefined;
  readonly className: string;
  readonly children: (titleId: string) => ReactNode;
}

/** A modal dialog: centred, or at the bottom of a phone. The browser keeps the focus inside and restores it afterwards. */
function ModalFrame({ isOpen, onClose, initialFocusRef, className, children }: ModalFrameProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const hasPressBegunOutside = useRef(false);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!isOpen || dialog === null) return;
    dialog.showModal();
    const first = initialFocusRef?.current;
    // Focus it again, because the browser may have focused it without a focus ring.
    first?.blur();
    first?.focus({ focusVisible: true });
    return () => dialog.close();
  }, [isOpen, initialFocusRef]);

  /** Safari has no `closedby`. The press must begin and end outside: selecting text may begin inside and end outside. */
  const outsidePress = {
    onPointerDown(event: MouseEvent<HTMLDialogElement>) {
      hasPressBegunOutside.current = isOutside(event);
    },
    onClick(event: MouseEvent<HTMLDialogElement>) {
      if (hasPressBegunOutside.current && isOutside(event)) onClose();
    },
  };

  return (
    <dialog
      ref={dialogRef}
      aria-labelledby={titleId}
      {...outsidePress}
      onCancel={(event) => {
        // React state decides when the dialog closes.
        event.preventDefault();
        onClose();
      }}
      className={`modal shadow-2 ${className}`}
    >
      {isOpen ? children(titleId) : null}
    </dialog>
  );
}

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
  readonly initialFocusRef?: RefObject<HTMLElement | null> | undefined;
}

export function Dialog({ title, children, actions, icon, ...frame }: DialogProps) {
  return (
    <ModalFrame {...frame} className="sm:max-w-[400px]">
      {(titleId) => (
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
      )}
    </ModalFrame>
  );
}

interface ListDialogProps {
  readonly title: ReactNode;
  readonly status: ReactNode;
  readonly head: ReactNode;
  /** The list: only this part scrolls, unless large text leaves it less than one row. Then the dialog scrolls too. */
  readonly children: ReactNode;
  readonly foot: ReactNode;
  readonly onClose: () => void;
}

/** A modal dialog with a long list that scrolls between a fixed head and foot. It is open while it is mounted. */
export function ListDialog({ title, status, head, children, foot, onClose }: ListDialogProps) {
  return (
    <ModalFrame isOpen onClose={onClose} className="max-h-[calc(100dvh-56px)] sm:max-w-[600px]">
      {(titleId) => (
        <div className="flex max-h-[calc(100dvh-56px)] flex-col">
          <div className="border-b border-line px-4 pt-[22px] pb-3 sm:px-[22px]">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h2 id={titleId} className="font-title text-dialog">
                {title}
              </h2>
              {status}
            </div>
            {head}
          </div>
          {/* With text twice as large 316 px if there is room, because the buttons of a row are stacked then. */}
          <div className="min-h-[max(60px,min(16rem-196px,50dvh))] overflow-y-auto overscroll-contain px-4 sm:max-h-[60vh] sm:px-[22px]">
            {children}
          </div>
          <div className="border-t border-line px-4 pt-3 pb-[max(22px,env(safe-area-inset-bottom))] sm:px-[22px]">
            {foot}
          </div>
        </div>
      )}
    </ModalFrame>
  );
}
