import { aUser } from '../../../testing/rows.ts'
import type { TestCtx } from '../../../testing/test-ctx.ts'
import { saveServiceFile } from '../../operator/save-service-file.ts'
import type { IftttManifest } from '../ifttt-service.ts'

/** An operator adds the service to the running site, with its key. */
export async function addIftttService(base: TestCtx, manifest: IftttManifest, service_key: string): Promise<void> {
  const operator = await aUser(base.db)
  const ctx = await base.as(operator)
  const file = JSON.stringify({ transport: 'ifttt', ...manifest })
  await saveServiceFile({ ...ctx, settings: { ...ctx.settings, OPERATORS: [operator.id] } }, { file, service_key })
}
