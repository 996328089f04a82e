/**
 * Number of users for whom this browser stores the shared planning (`reads`) or the user list (`people`). Only entries
 * whose text contains `word` count. Runs in the page.
 */
export async function countStoredCopies([store, word]: readonly ["reads" | "people", string]): Promise<number> {
  const name = `diapason.${store}`;
  // Opening a missing database would create it without its stores, so check that it exists.
  const databases = await indexedDB.databases();
  if (!databases.some((database) => database.name === name)) return 0;
  return new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.addEventListener("error", () => reject(new Error("The browser keeps nothing")));
    opening.addEventListener("success", () => {
      const database = opening.result;
      const reading = database.transaction(store).objectStore(store).getAll();
      reading.addEventListener("success", () => {
        database.close();
        resolve(reading.result.filter((kept) => JSON.stringify(kept).includes(word)).length);
      });
    });
  });
}
