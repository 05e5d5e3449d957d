import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'

/**
 * Ends a key before D1 knows, so that no request slips in between. Throws `runner_away` (503) if the Runner cannot be
 * reached; then nothing has changed.
 */
export async function refuseKey({ runners }: Ctx, runner_id: string, key_hash: string): Promise<void> {
  try {
    await runners.get(runner_id).refuseKey(key_hash)
  } catch (cause) {
    throw new AppError('runner_away', { cause })
  }
}
