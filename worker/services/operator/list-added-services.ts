import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AddedService } from '../../contract/services/service-file.ts'
import { services } from '../../db/schema/connections.ts'
import { service_files } from '../../db/schema/service-files.ts'
import { requireOperator } from '../../users/session/require-operator.ts'

/** The services that operators have added. Throws `not_signed_in`, `not_found` for all but operators. */
export async function listAddedServices(ctx: Ctx): Promise<AddedService[]> {
  await requireOperator(ctx)
  const { module_name, version, updated_at } = service_files
  return ctx.db
    .select({ module_name, name: services.name, version, updated_at })
    .from(service_files)
    .innerJoin(services, eq(services.module_name, module_name))
    .orderBy(asc(module_name))
}
