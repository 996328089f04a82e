import * as z from "zod/mini";
import { SERVICE_NAME_MAX, type TeamService } from "../domain/people/services.ts";
import { typedLine } from "./limits.ts";
import type { Operation } from "./operation.ts";
import { API } from "./paths.ts";
import { Id, type ShapeOf } from "./planning/planning.ts";

export const ServiceRow = z.object({
  id: z.string(),
  name: z.string(),
  isOffered: z.boolean(),
  isOwn: z.boolean(),
} satisfies ShapeOf<TeamService>);

export const ServiceRows = z.array(ServiceRow);

export const NeededServices = z.array(Id);

export const NewServiceName = typedLine(SERVICE_NAME_MAX, "service.name_blank", "service.name_too_long");

const NewService = z.object({ name: NewServiceName });

const ServiceUpdate = z.object({ name: z.optional(NewServiceName), isOffered: z.optional(z.boolean()) });

export type ServiceUpdate = z.infer<typeof ServiceUpdate>;

export const SERVICE_OPERATIONS = {
  listServices: {
    method: "GET",
    path: API.services,
    access: "anyone",
    summary: "The team's services: the built-in ones, then its own in the order of their creation",
    response: ServiceRows,
  },
  listNeededServices: {
    method: "GET",
    path: API.neededServices,
    access: "service.manage",
    summary: "The ids of the team's own services that a group or an event needs",
    response: NeededServices,
  },
  addService: {
    method: "POST",
    path: API.services,
    access: "service.manage",
    summary: "Add a service of the team's own",
    request: NewService,
    status: 201,
    response: ServiceRow,
  },
  changeService: {
    method: "PATCH",
    path: API.service,
    access: "service.manage",
    summary: "Hide or offer a service; rename one of the team's own, everywhere",
    request: ServiceUpdate,
    response: ServiceRow,
  },
  deleteService: {
    method: "DELETE",
    path: API.service,
    access: "service.manage",
    summary: "Delete a service of the team's own that nobody holds, and no group and no event needs",
  },
} as const satisfies Readonly<Record<string, Operation>>;
