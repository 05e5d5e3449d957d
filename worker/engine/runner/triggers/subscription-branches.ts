import type { ProgramBranch } from '../../../system/runner-api/program.ts'
import type { Subscription } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** A feature of an Applet, with the version that new runs take. */
export type FollowingBranch = { applet_id: number; rev: number; branch: ProgramBranch }

/** Whose Applets follow this trigger now: those that run, and that were not turned off by themselves. */
export function branchesOf(
  memory: RunnerMemory,
  { key, applets }: Pick<Subscription, 'key' | 'applets'>,
): FollowingBranch[] {
  return applets.flatMap((applet_id) => {
    const current = memory.programs.get(applet_id)
    if (!current?.program.running || memory.troubles.get(applet_id)?.paused) return []
    const branches = current.program.branches.filter(({ trigger }) => trigger.identity === key)
    return branches.map((branch) => ({ applet_id, rev: current.rev, branch }))
  })
}
