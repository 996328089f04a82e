import { type ReactNode, type RefObject, useId, useRef } from "react";
import { useModal } from "./use-modal.ts";
import { useOutsidePress } from "./use-outside-press.ts";

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
