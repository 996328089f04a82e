interface SkeletonProps {
  readonly className?: string;
  /** In pixels, if no class sets it. */
  readonly height?: number;
}

/** A grey placeholder for content that is loading; classes set its size and radius. Invisible for the first 150 ms. */
export function Skeleton({ className = "h-4 w-full rounded-chip", height }: SkeletonProps) {
  return <span aria-hidden="true" style={{ height }} className={`block animate-late bg-skeleton ${className}`} />;
}
