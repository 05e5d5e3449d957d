import type { AppletHealth } from '../../../contract/runs/applet-run.ts'
import type { SourceTimes } from '../../../system/runner-api/source-api.ts'
import { listFollows } from '../store/follows.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import type { RunnerMemory } from '../world/memory.ts'

const UNKNOWN: SourceTimes = { last_checked: null, next_check: null }

/** A follower was checked when its Source was last read, and is checked when that is read next. */
export async function withSourceTimes(memory: RunnerMemory, health: AppletHealth[]): Promise<AppletHealth[]> {
  const asked = new Set(health.map(({ applet_id }) => applet_id))
  const subscriptions = new Map(listSubscriptions(memory).map((each) => [each.id, each]))
  const follows = listFollows(memory).flatMap(({ subscription, address }) => {
    const applets = subscriptions.get(subscription)?.applets.filter((id) => asked.has(id)) ?? []
    return applets.length === 0 ? [] : [{ applets, address }]
  })
  if (follows.length === 0) return health
  const times = await Promise.all(
    follows.map(({ address }) => memory.world.sourceTimes(address).catch((): SourceTimes => UNKNOWN)),
  )
  return health.map((each) => {
    const own = times.filter((_, index) => follows[index]?.applets.includes(each.applet_id))
    const checked = [each.last_checked, ...own.map(({ last_checked }) => last_checked)].filter((at) => at !== null)
    const next = own.map(({ next_check }) => next_check).filter((at) => at !== null)
    return {
      ...each,
      last_checked: checked.length === 0 ? null : Math.max(...checked),
      next_check: next.length === 0 ? each.next_check : Math.min(...next),
    }
  })
}
