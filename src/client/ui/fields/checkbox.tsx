import { Check } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, Ref } from "react";

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  readonly ref?: Ref<HTMLInputElement> | undefined;
};

/** A checkbox without its label, for labels with another layout than that of `Checkbox`. */
export function BareCheckbox({ className = "", ...rest }: InputProps) {
  return (
    <span className="relative size-[22px] flex-none">
      <input {...rest} type="checkbox" className={`check-box peer ${className}`} />
      <Check
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-4 stroke-3 text-on-primary forced-colors:text-[CanvasText] peer-checked:block"
      />
    </span>
  );
}

export function Checkbox({ label, ...rest }: InputProps & { readonly label: ReactNode }) {
  return (
    <label className="flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-control font-normal wrap-anywhere select-none">
      <BareCheckbox {...rest} />
      {label}
    </label>
  );
}
