import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import { spacesOff } from "#text/commands/command-answers.ts";
import type { Space } from "../database/register/space-rows.ts";
import type { Settings, SpacesSettings } from "../env.ts";
import { StartError } from "../errors.ts";
import { spaceOrigin } from "./space-address.ts";

/** Of the installation: what the settings of a space are made of. */
export interface SpacesHost {
  readonly settings: Settings;
  /** The origin of the front door. */
  readonly baseUrl: string;
  /** Of the installation; each space's own is derived from it. */
  readonly secret: string;
}

/** @throws StartError where there is one planning */
export function requireSpacesOn({ spaces }: Settings): SpacesSettings {
  if (spaces === null) throw new StartError(spacesOff);
  return spaces;
}

const SECRET_BYTES = 48;

function spacesFolder(dataDir: string): string {
  return join(dataDir, "spaces");
}

/** Where a space keeps all that is its own. */
export function spaceFolder(dataDir: string, slug: string): string {
  return join(spacesFolder(dataDir), slug);
}

/** Where a deleted space waits. No slug begins with a dot. */
export function deletedFolder(dataDir: string, slug: string): string {
  return join(spacesFolder(dataDir), ".deleted", slug);
}

/** Nobody who knows the secret of one space can find out another one, or that of the installation. */
function secretOf(secret: string, { slug, secretValue }: Pick<Space, "slug" | "secretValue">): string {
  return Buffer.from(hkdfSync("sha256", secret, secretValue, `diapason space ${slug}`, SECRET_BYTES)).toString(
    "base64url",
  );
}

/** The settings of one space, which is a planning like any other. */
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
