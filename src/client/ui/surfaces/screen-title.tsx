import { type ReactNode, useEffect } from "react";

const PRODUCT = "Diapason";

export function useTitle(heading: string): void {
  useEffect(() => {
    document.title = `${heading} · ${PRODUCT}`;
  }, [heading]);
}

export function ScreenTitle({ children }: { readonly children: ReactNode }) {
  return (
    <h1 className="font-title text-display text-[length:min(var(--text-display),11.5vw)] text-balance">{children}</h1>
  );
}
