import { useState } from "react";
import { layoutText, setAsideSentences } from "#text/shell/layout.ts";
import { useSetAsideValues } from "../../planning/planning-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Alert } from "../../ui/surfaces/message.tsx";

/** Reports that stored values could not be read, until the user dismisses it. */
export function SetAsideNotice() {
  const planningKeys = useSetAsideValues();
  const sessionKeys = useSession().setAside;
  const [notedCount, setNotedCount] = useState(0);
  const keys = [...sessionKeys, ...planningKeys];
  if (keys.length <= notedCount) return null;
  const { title, detail } = setAsideSentences(keys);
  return (
    <div className="mx-auto flex w-full max-w-[720px] flex-col gap-2 p-3">
      <Alert detail={detail}>{title}</Alert>
      <Button size="small" className="self-end" onClick={() => setNotedCount(keys.length)}>
        {layoutText.dismiss}
      </Button>
    </div>
  );
}
