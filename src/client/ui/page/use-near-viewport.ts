import { type RefObject, useEffect, useRef, useState } from "react";

/** About one screen, so that content is rendered before it is scrolled to. */
const MARGIN = "600px";

interface Near<E extends Element> {
  readonly ref: RefObject<E | null>;
  readonly isNear: boolean;
}

/** Whether an element has come near the viewport once. Content that is slow to render is rendered only then. */
export function useNearViewport<E extends Element>(): Near<E> {
  const ref = useRef<E>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear };
}
