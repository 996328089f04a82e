/** Copies the text. Returns `false` if the clipboard is not available (http://, except on localhost) or not permitted. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
