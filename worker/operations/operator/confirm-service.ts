import type { Ctx } from '../../system/context/context.ts'
import { confirmServiceRow } from '../../db/services/service-catalog.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * Notes that an operator saw a service work with a real account: it is not marked as new anymore. The log has it once.
 * Throws as `requireProvenOperator`, and `not_found` for a service that is not new.
 */
export async function confirmService(ctx: Ctx, module_name: string): Promise<{ is_new: false }> {
  const operator = await requireProvenOperator(ctx)
  if (!(await confirmServiceRow(ctx, operator, module_name))) throw new AppError('not_found')
  return { is_new: false }
}
