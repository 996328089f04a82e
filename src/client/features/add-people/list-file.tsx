import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { FieldError } from "#client/ui/fields/field.tsx";
import { addPeopleText } from "#text/users/add-people.ts";
import { decodeList } from "./decode-list.ts";
import { areVCards, listFromVCards } from "./read-vcards.ts";

/** Many times the longest list that can be added. Contacts are larger: they may have pictures. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_LENGTH = 1024 * 1024;

interface ListFileProps {
  readonly onRead: (text: string) => void;
}

/** Reads a list from a file, which may be chosen again after a change. */
export function ListFile({ onRead }: ListFileProps) {
  const id = useId();
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function read(file: File): Promise<void> {
    setName(file.name);
    setProblem(file.size > MAX_BYTES ? addPeopleText.fileTooLarge : null);
    if (file.size > MAX_BYTES) return;
    try {
      const text = decodeList(new Uint8Array(await file.arrayBuffer()));
      const list = areVCards(text) ? listFromVCards(text) : text;
      if (list.length > MAX_LENGTH) setProblem(addPeopleText.fileTooLarge);
      else if (list.trim() === "") setProblem(addPeopleText.fileEmpty);
      else onRead(list);
    } catch {
      setProblem(addPeopleText.fileUnreadable);
    }
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {addPeopleText.file}
      </label>
      <div className="relative">
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.vcf,text/csv,text/plain,text/vcard"
          aria-describedby={problem === null ? undefined : `${id}-error`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void read(file);
            target.value = "";
          }}
          className="peer absolute inset-0 z-[1] size-full cursor-pointer opacity-0"
        />
        <div aria-hidden="true" className="file-box">
          <span className="inline-flex min-h-9 items-center gap-2 rounded-small border border-line px-3 text-control">
            <FileUp className="size-[17px]" />
            {addPeopleText.chooseFile}
          </span>
          <span className="min-w-0 truncate text-control font-normal text-ink-2">{name ?? addPeopleText.noFile}</span>
        </div>
      </div>
      {problem === null ? null : <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </div>
  );
}
