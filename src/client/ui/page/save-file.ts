/** Saves `value` as an indented JSON file on the user's device. */
export function saveJsonFile(name: string, value: unknown): void {
  saveTextFile(name, JSON.stringify(value, null, 2), "application/json");
}

export function saveTextFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
