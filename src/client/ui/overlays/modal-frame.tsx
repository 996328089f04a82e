import {
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useLayoutEffect,
  type MouseEvent,
  type MouseEventHandler,
} from "react";

interface OutsidePress {
  readonly onPointerDown: MouseEventHandler<HTMLDialogElement>;
  readonly onClick: MouseEventHandler<HTMLDialogElement>;
}

/** Whether a pointer is on what lies behind the dialog; events there are the dialog's own. */
function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

/**
 * Calls `onPress` on a press outside a modal dialog: Safari has no `closedby`. Such a press begins and ends there, unlike
 * one that selects text.
 */
function useOutsidePress(onPress: () => void): OutsidePress {
  const hasBegun = useRef(false);
  return {
    onPointerDown(event) {
      hasBegun.current = isOutside(event);
    },
    onClick(event) {
      if (hasBegun.current && isOutside(event)) onPress();
    },
  };
}

/** Opens a dialog as a modal one while `isOpen`, with the focus on `initialFocusRef` if there is one. */
function useModal(
  dialogRef: RefObject<HTMLDialogElement | null>,
  isOpen: boolean,
  initialFocusRef?: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!isOpen || dialog === null) return;
    dialog.showModal();
    const first = initialFocusRef?.current;
    // Blurred and focused again, because the browser may have focused it without a focus ring.
    first?.blur();
    first?.focus({ focusVisible: true });
    return () => dialog.close();
  }, [dialogRef, isOpen, initialFocusRef]);
}

interface ModalFrameProps {
  readonly isOpen: boolean;
  /** Called on Escape and on a press outside. */
  readonly onClose: () => void;
  readonly initialFocusRef?: RefObject<HTMLElement | null> | undefined;
  /** Its size. */
  readonly className: string;
  /** Its content, which uses `titleId` for its heading. */
  readonly children: (titleId: string) => ReactNode;
}

/** The window of a modal dialog: centred, or at the bottom of a phone. The browser keeps the focus inside, and restores it afterwards. */
export function ModalFrame({ isOpen, onClose, initialFocusRef, className, children }: ModalFrameProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const outsidePress = useOutsidePress(onClose);
  const titleId = useId();
  useModal(dialogRef, isOpen, initialFocusRef);

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
