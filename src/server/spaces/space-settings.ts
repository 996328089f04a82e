import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import { spacesOff } from "#text/commands/command-output.ts";
import type { Space } from "../database/register/space-rows.ts";
import type { Settings, SpacesSettings } from "../env.ts";
import { StartError } from "../errors.ts";
import { spaceOrigin } from "./space-address.ts";

/** An installation with many spaces: the settings of each space are derived from these. */
export interface SpacesHost {
  readonly settings: Settings;
  /** The origin of the front door. */
  readonly baseUrl: string;
  /** The installation's secret, from which the secret of each space is derived. */
  readonly secret: string;
}

/** The settings about spaces. @throws StartError for an installation without spaces (`SPACES` is off) */
export function requireSpacesOn({ spaces }: Settings): SpacesSettings {
  if (spaces === null) throw new StartError(spacesOff);
  return spaces;
}

const SECRET_BYTES = 48;

function spacesFolder(dataDir: string): string {
  return join(dataDir, "spaces");
}

/** The folder with all files of a space. */
export function spaceFolder(dataDir: string, slug: string): string {
  return join(spacesFolder(dataDir), slug);
}

/** The folder for the files of a deleted space. Its name begins with a dot, so it is no space's slug. */
export function deletedFolder(dataDir: string, slug: string): string {
  return join(spacesFolder(dataDir), ".deleted", slug);
}

/** Derives a space's secret. With it nobody can compute the secret of another space, or that of the installation. */
function secretOf(secret: string, { slug, secretValue }: Pick<Space, "slug" | "secretValue">): string {
  return Buffer.from(hkdfSync("sha256", secret, secretValue, `diapason space ${slug}`, SECRET_BYTES)).toString(
    "base64url",
  );
}

/**
 * The settings of one space: those of the installation, with its own folder, address and secret. A space has neither
 * metrics nor a built-in admin, and its planning is shared from the start.
 */
export function spaceSettings(
  { settings, baseUrl, secret }: SpacesHost,
  space: Pick<Space, "slug" | "secretValue">,
): Settings & { readonly baseUrl: string } {
  return {
    ...settings,
    dataDir: spaceFolder(settings.dataDir, space.slug),
    baseUrl: spaceOrigin(baseUrl, space.slug),
    authSecret: secretOf(secret, space),
    metricsToken: null,
    defaultAdmin: { ...settings.defaultAdmin, isOn: false, isChosen: false },
    isSharedFromStart: true,
  };
}
