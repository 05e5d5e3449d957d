import type { Ctx } from '../../system/context/context.ts'
import { changeRow, insertOperatorChange, setOperatorOutcome } from '../../db/operator-rows.ts'
import { readServiceRow } from '../../db/services/service-catalog.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { switchKey } from '../../services/service-switch.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * Turns a service's kill switch. Its runs are held, or go on, within half a minute. The log has the change before it is
 * made. Throws as `requireProvenOperator`, and `not_found` for an unknown service.
 */
export async function switchService(ctx: Ctx, module_name: string, running: boolean): Promise<{ running: boolean }> {
  const user = await requireProvenOperator(ctx)
  const { kv } = ctx
  if (!(await readServiceRow(ctx, module_name))) throw new AppError('not_found')
  const key = switchKey(module_name)
  const row = changeRow(ctx, user, {
    action: running ? 'start_service' : 'stop_service',
    subject: module_name,
    before: { running: (await kv.get(key)) === null },
    after: { running },
    outcome: 'begun',
  })
  await insertOperatorChange(ctx, row)
  try {
    await (running ? kv.delete(key) : kv.put(key, '1'))
  } catch (error) {
    await setOperatorOutcome(ctx, row.id, 'failed')
    throw error
  }
  await setOperatorOutcome(ctx, row.id, 'done')
  log('info', row.action, { module_name, user_id: user.id })
  return { running }
}
