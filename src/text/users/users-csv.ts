import type { UserRow } from "../../contract/accounts/users.ts";
import { csvText } from "../grid/csv.ts";

const HEADER = ["Adresse e-mail", "Prénom", "Nom", "Services", "Administration", "Compte", "Depuis le"] as const;
const ACCOUNTS = { active: "actif", invited: "invité", none: "sans compte" } as const satisfies Readonly<
  Record<NonNullable<UserRow["account"]>, string>
>;

/** The team's list as a CSV file, as French spreadsheets read it. */
export function usersCsv(rows: readonly UserRow[]): string {
  return csvText([
    HEADER,
    ...rows.map(({ email = "", firstName, lastName, positions, isAdmin, account = "active", createdAt }) => [
      email,
      firstName,
      lastName,
      positions.join(", "),
      isAdmin ? "oui" : "non",
      ACCOUNTS[account],
      createdAt.slice(0, "2026-11-24".length),
    ]),
  ]);
}
