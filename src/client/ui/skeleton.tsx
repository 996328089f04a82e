/** A grey shape in place of what is known to come; its size and radius are classes. Nothing shows before 150 ms. */
export function Skeleton({ className = "h-4 w-full rounded-chip" }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`block animate-late bg-skeleton ${className}`} />;
}
