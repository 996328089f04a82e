import { type MouseEvent, type MouseEventHandler, useRef } from "react";

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
export function useOutsidePress(onPress: () => void): OutsidePress {
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
