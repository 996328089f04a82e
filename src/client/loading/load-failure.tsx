import { loadFailureText } from "#text/phrases/actions.ts";
import { Button } from "../ui/buttons/button.tsx";

interface LoadFailureProps {
  readonly sentence: string;
  readonly onRetry?: (() => void) | undefined;
}

/** A line that says that loading failed, with a button to retry. */
export function LoadFailure({ sentence, onRetry }: LoadFailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-strip bg-none-soft px-4 py-2.5 text-small text-none"
    >
      {sentence}
      {onRetry ? (
        <Button size="small" onClick={onRetry}>
          {loadFailureText.retry}
        </Button>
      ) : null}
    </div>
  );
}
