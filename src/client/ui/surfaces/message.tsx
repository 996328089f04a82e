import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";

interface AlertProps {
  readonly children: ReactNode;
  readonly detail?: ReactNode;
  /** For its margin. */
  readonly className?: string;
}

/** An error message, which screen readers announce at once. */
export function Alert({ children, detail, className = "" }: AlertProps) {
  return (
    <div
      role="alert"
      className={`flex gap-2.5 rounded-strip bg-missing-soft px-3.5 py-3 text-control text-missing ${className}`}
    >
      <CircleAlert className="mt-px" />
      <div className="min-w-0">
        <p>{children}</p>
        {detail ? <p className="text-small font-normal text-ink">{detail}</p> : null}
      </div>
    </div>
  );
}

/** A notice that is no error. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex gap-2.5 rounded-strip border border-line bg-unanswered-soft px-3.5 py-3 text-control font-normal wrap-anywhere"
    >
      <Info className="mt-px text-unanswered" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
