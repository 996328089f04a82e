import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

interface AlertProps {
  /** The sentence, alone on its line. */
  readonly children: ReactNode;
  /** The reason, where it is known, on a second line. */
  readonly detail?: ReactNode;
}

export function Alert({ children, detail }: AlertProps) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-strip bg-missing-soft px-3.5 py-3 text-control text-missing">
      <CircleAlert className="mt-px" />
      <div className="min-w-0">
        <p>{children}</p>
        {detail ? <p className="text-small font-normal text-ink">{detail}</p> : null}
      </div>
    </div>
  );
}

/** Its place stays in the page with nothing in it, so that what comes is announced; a status is there only with words. */
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
