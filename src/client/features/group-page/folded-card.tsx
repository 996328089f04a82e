import { type ReactNode, useId, useState } from "react";
import { FoldButton } from "#client/ui/buttons/fold-button.tsx";
import { Card } from "#client/ui/surfaces/card.tsx";

/** A card whose content a phone hides until the user presses its heading. */
export function FoldedCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card labelledBy={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-title text-title max-sm:-m-5">
        <span className="max-sm:hidden">{title}</span>
        <FoldButton controls={id} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} className="rounded-card p-5">
          <span className="min-w-0 grow">{title}</span>
        </FoldButton>
      </h2>
      <div id={id} className={isOpen ? "max-sm:mt-5" : "max-sm:hidden"}>
        {children}
      </div>
    </Card>
  );
}
