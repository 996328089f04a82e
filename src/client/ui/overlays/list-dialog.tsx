import type { ReactNode } from "react";
import { ModalFrame } from "./modal-frame.tsx";

interface ListDialogProps {
  readonly title: ReactNode;
  /** Beside the title; below it on a phone. */
  readonly status: ReactNode;
  /** Between the title and the list. */
  readonly head: ReactNode;
  /** The list: only this part scrolls. */
  readonly children: ReactNode;
  readonly foot: ReactNode;
  /** Called on Escape and on a press outside. */
  readonly onClose: () => void;
}

/** A modal dialog around a long list, whose head and foot stay. Open while mounted; gets the focus as `Dialog` does. */
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
          <div className="min-h-0 overflow-y-auto overscroll-contain px-4 sm:max-h-[60vh] sm:px-[22px]">{children}</div>
          <div className="border-t border-line px-4 pt-3 pb-[max(22px,env(safe-area-inset-bottom))] sm:px-[22px]">
            {foot}
          </div>
        </div>
      )}
    </ModalFrame>
  );
}
