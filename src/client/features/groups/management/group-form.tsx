import { type ReactNode, useEffect, useRef } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { focusField } from "#client/forms/use-form-fields.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import type { ChangeProgress } from "./use-group-change.ts";

interface GroupFormProps {
  readonly progress: ChangeProgress;
  /** Sentence of the error catalogue (specification §8) for a change that failed. */
  readonly failedSentence: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form of the groups' region: its controls, and the result of the latest change. */
export function GroupForm({ progress, failedSentence, onSubmit, children }: GroupFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const wrong = progress.status === "refused" ? firstRefused(progress, ["name"]) : null;

  useEffect(() => {
    if (progress.status === "refused" && firstRefused(progress, ["name"])) focusField(formRef.current, "name");
  }, [progress]);

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="group-form [&_input]:min-h-11 [&_select]:min-h-11 [&_select+svg]:top-[13px]"
    >
      <div className="flex flex-col gap-3">{children}</div>
      <div className="*:not-empty:mt-3">
        {progress.status === "refused" && wrong === null ? (
          <Alert detail={sentenceOf(progress.code)}>{failedSentence}</Alert>
        ) : null}
        <StatusMessage>{progress.status === "done" ? progress.sentence : null}</StatusMessage>
      </div>
    </form>
  );
}
