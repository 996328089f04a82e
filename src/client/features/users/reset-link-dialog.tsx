import { LinkCopying } from "#client/messages/link-copying.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { resetLinkFor, usersText } from "#text/users/users.ts";

/** A prepared link, and the user whose password it changes. */
export interface PreparedLink {
  readonly name: string;
  readonly link: string;
}

interface ResetLinkDialogProps {
  /** `null`: closed. */
  readonly prepared: PreparedLink | null;
  readonly onClose: () => void;
}

/** Shows a link once, to be passed on to the user. */
export function ResetLinkDialog({ prepared, onClose }: ResetLinkDialogProps) {
  return (
    <Dialog
      isOpen={prepared !== null}
      title={prepared === null ? null : <bdi>{resetLinkFor(prepared.name)}</bdi>}
      onClose={onClose}
      actions={<Button onClick={onClose}>{usersText.close}</Button>}
    >
      {prepared === null ? null : (
        <div className="flex flex-col gap-4 wrap-anywhere">
          <p>{usersText.resetLinkHint}</p>
          <LinkCopying label={usersText.resetLink} link={prepared.link} />
        </div>
      )}
    </Dialog>
  );
}
