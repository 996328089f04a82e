/** Saves `value` as an indented JSON file on the user's device. */
export function saveJsonFile(name: string, value: unknown): void {
  saveFile(name, "application/json", JSON.stringify(value, null, 2));
}

/** Saves a text file on the user's device. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
