import type { ReactNode } from "react";

interface EmptyStaffProps {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
}

const LINES = [1, 12, 23, 34, 45] as const;

/** An empty state: five staff lines with a whole rest, a sentence, and what to do next. */
export function EmptyStaff({ title, hint, action }: EmptyStaffProps) {
  return (
    <div className="flex flex-col items-center px-3 py-3 text-center">
      <svg aria-hidden="true" width="212" height="46" className="mb-7">
        {LINES.map((y) => (
          <path key={y} d={`M0 ${y}h212`} className="stroke-brass" strokeWidth="1.4" />
        ))}
        <rect x="94" y="12.5" width="24" height="6.5" rx="1" className="fill-primary" />
      </svg>
      <p className="text-body font-semibold">{title}</p>
      {hint ? <p className="mt-1 text-small text-balance text-ink-2">{hint}</p> : null}
      {action ? <div className="mt-[18px]">{action}</div> : null}
    </div>
  );
}
