/**
 * Copies the text and returns whether that succeeded. It fails on an address with http:// (except localhost), and if the user
 * refuses permission.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
