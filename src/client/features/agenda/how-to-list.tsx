import { ChevronDown } from "lucide-react";
import { HOW_TOS } from "#text/agenda/agenda.ts";

/** Folded lines: how the address gets into each program. */
export function HowToList() {
  return (
    <div className="border-t border-line">
      {HOW_TOS.map(({ title, steps }) => (
        <details key={title} className="group border-b border-line">
          <summary className="flex min-h-13 cursor-pointer list-none items-center text-control text-primary [&::-webkit-details-marker]:hidden">
            {title}
            <ChevronDown className="mr-1 ml-auto flex-none transition-transform duration-120 group-open:rotate-180" />
          </summary>
          <ol className="flex list-decimal flex-col gap-1.5 pb-4 pl-5 text-small">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
