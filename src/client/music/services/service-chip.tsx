import { ServiceIcon } from "./service-icon.tsx";

export function ServiceChip({ service }: { readonly service: string }) {
  return (
    <span className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full bg-sunk px-2.5 text-small">
      <ServiceIcon service={service} className="size-[15px] text-ink-2" />
      <span className="min-w-0 wrap-anywhere">{service}</span>
    </span>
  );
}
