import type { Ctx } from '../../system/context/context.ts'
import type { AddedService } from '../../contract/services/service-file.ts'
import { readAddedServices } from '../../db/services/added-service-files.ts'
import { requireOperator } from '../../users/session/require-operator.ts'

/** The services that operators have added. Throws `not_signed_in`, `not_found` for all but operators. */
export async function listAddedServices(ctx: Ctx): Promise<AddedService[]> {
  await requireOperator(ctx)
  return readAddedServices(ctx)
}
