import { MailDelivery } from "#contract/accounts/users.ts";
import { API } from "#contract/paths.ts";
import { useServerData } from "./use-server-data.ts";

/** For admins: whether the server writes mails to files instead of sending them; `false` while unknown. */
export function useMailsGoToFiles(): boolean {
  return useServerData(API.mailDelivery, MailDelivery).value?.to === "files";
}
