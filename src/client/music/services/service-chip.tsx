import { ServiceIcon } from "./service-icon.tsx";

export function ServiceChip({ service }: { readonly service: string }) {
  return (
    <span className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-sunk px-2.5 text-small whitespace-nowrap">
      <ServiceIcon service={service} className="size-[15px] text-ink-2" />
      {service}
    </span>
  );
}
