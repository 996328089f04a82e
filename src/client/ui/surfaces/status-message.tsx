import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** A success message. The container is rendered even without a message, so that screen readers announce the next one. */
export function StatusMessage({ children }: { readonly children?: ReactNode }) {
  return (
    <div aria-live="polite">
      {children ? (
        <div role="status" className="flex gap-2.5 rounded-strip bg-ok-soft px-3.5 py-3 text-control text-ok">
          <CircleCheck className="mt-px" />
          <div className="min-w-0">{children}</div>
        </div>
      ) : null}
    </div>
  );
}
