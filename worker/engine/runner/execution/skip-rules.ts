import { zoneFormats } from '../../../contract/shared/zone-formats.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { isQuiet } from './hold-rules.ts'
import type { Work } from './run-under-way.ts'

/** Why a run is left out before it begins: its user's quiet hours, or "at most once every …"; null if it is not. */
export function skipReason(memory: RunnerMemory, { program, run }: Work): string | null {
  const { settings } = memory
  if (program.quiet && isQuiet(program.quiet, localMinute(run.at, settings.timezone)))
    return 'It was in your quiet hours.'
  if (program.min_gap !== null && ranWithin(memory, run, program.min_gap * 1000))
    return 'It came too soon after the last run, as you asked.'
  return null
}

function ranWithin({ world }: RunnerMemory, run: Work['run'], gap: number): boolean {
  const [last] = world.sql<{ at: number }>(
    `select at from run where applet_id = ? and seq < ? and at > ? and state not in ('skipped', 'cancelled') and cause <> 'test'
     order by seq desc limit 1`,
    run.applet_id,
    run.seq,
    run.at - gap,
  )
  return last !== undefined
}

const minuteFormat = zoneFormats('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

function localMinute(at: number, timeZone: string): number {
  const [hour = 0, minute = 0] = minuteFormat(timeZone).format(at).split(':').map(Number)
  return hour * 60 + minute
}
