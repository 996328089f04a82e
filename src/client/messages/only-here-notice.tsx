import { MonitorSmartphone } from "lucide-react";
import type { ReactNode } from "react";

interface OnlyHereNoticeProps {
  readonly children: ReactNode;
  /** Buttons to share the planning and to dismiss the notice. */
  readonly actions: ReactNode;
}

/** A notice that the planning is stored in this browser only. */
export function OnlyHereNotice({ children, actions }: OnlyHereNoticeProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-strip bg-primary-soft py-1 pr-1 pl-3">
      <MonitorSmartphone className="flex-none text-primary max-sm:hidden" />
      <p className="min-w-0 grow basis-56 py-1 text-small">{children}</p>
      <div className="ml-auto flex items-center">{actions}</div>
    </div>
  );
}
