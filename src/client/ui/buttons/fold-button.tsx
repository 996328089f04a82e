import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface FoldButtonProps {
  /** Id of the element that the button shows and hides. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** On a phone: shows and hides a part of the page. From 600 px on that part is always shown. */
export function FoldButton({ controls, isOpen, onToggle, className = "", children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      className={`flex w-full items-center gap-3 text-left sm:hidden ${className}`}
    >
      {children}
      <ChevronDown className={`flex-none ${isOpen ? "rotate-180" : ""}`} />
    </button>
  );
}
