import type { Ctx } from '../../system/context/context.ts'
import { serviceSteps } from '../../system/runner-api/program.ts'
import { readSnapshot } from './read-snapshot.ts'

/** The user's running Applets that use this connected account in one of their steps. */
export async function appletsOfAccount(ctx: Ctx, user_id: string, account_id: string): Promise<number[]> {
  const read = await readSnapshot(ctx, user_id)
  const programs = read?.snapshot.programs ?? []
  return programs
    .filter(({ branches }) => serviceSteps(branches).some((step) => step.account_id === account_id))
    .map(({ applet_id }) => applet_id)
}
