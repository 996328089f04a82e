const SLUG_MAX = 30;

/** The slug that a team's name suggests; too short a name, or a reserved one, gives no usable one. */
export function suggestSlug(name: string): string {
  return (
    name
      .toLowerCase()
      // Letters that are no accented form of others.
      .replaceAll("œ", "oe")
      .replaceAll("æ", "ae")
      .replaceAll("ß", "ss")
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .slice(0, SLUG_MAX)
      .replaceAll(/^-+|-+$/g, "")
  );
}
