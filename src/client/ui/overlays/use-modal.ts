import { type RefObject, useLayoutEffect } from "react";

/** Opens a dialog as a modal one while `isOpen`, with the focus on `initialFocusRef` if there is one. */
export function useModal(
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
