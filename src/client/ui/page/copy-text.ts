/**
 * Whether the text was copied. It is not where the clipboard is unavailable (http://, except on localhost), or the user
 * refused permission.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
