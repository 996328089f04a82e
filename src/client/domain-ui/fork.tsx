/** The tuning fork, with the two small waves it makes. */
export function Fork({ className = "h-9" }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 28 32"
      className={`w-auto flex-none ${className}`}
      fill="none"
      strokeLinecap="round"
    >
      <path d="M9 4v8a5 5 0 0 0 10 0V4M14 17v11" className="stroke-primary" strokeWidth="3" />
      <path d="M4.5 5.500a9 9 0 0 0 0 7M23.5 5.500a9 9 0 0 1 0 7" className="stroke-brass" strokeWidth="1.7" />
    </svg>
  );
}
