import type { ReactNode, RefObject } from "react";
import { ModalFrame } from "./modal-frame.tsx";

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

/** A modal dialog with a title, a text and actions. */
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
