import { callApi } from "#client/http/call-api.ts";
import { API, fillPath } from "#contract/paths.ts";
import { OwnPasskeys } from "#contract/sign-in/passkeys.ts";
import { useOwnList } from "../use-own-list.ts";

const readPasskeys = () => callApi({ path: API.ownPasskeys, answer: OwnPasskeys });

/** The user's passkeys. `remove` resolves with a sentence about why it failed, or `null`. */
export function useOwnPasskeys() {
  const { state, reload, remove } = useOwnList(readPasskeys);
  return {
    state,
    reload,
    remove: (id: string) =>
      remove({ path: fillPath(API.ownPasskey, id), gone: "passkey.not_found", isKept: (key) => key.id !== id }),
  };
}
