import { layoutText } from "#text/shell/layout.ts";
import { setAsideSentences } from "#text/shell/notices.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Alert } from "../../ui/surfaces/message.tsx";

export interface SetAsideAlertProps {
  readonly keys: readonly string[];
  readonly onDismiss: () => void;
}

/** Informs the user that stored data could not be read, and was not deleted. */
export function SetAsideAlert({ keys, onDismiss }: SetAsideAlertProps) {
  const { title, detail } = setAsideSentences(keys);
  return (
    <div className="mx-auto flex w-full max-w-[720px] flex-col gap-2 p-3">
      <Alert detail={detail}>{title}</Alert>
      <Button size="small" className="self-end" onClick={onDismiss}>
        {layoutText.dismiss}
      </Button>
    </div>
  );
}
