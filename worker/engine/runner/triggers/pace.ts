import { MINUTE } from '../../../contract/shared/durations.ts'
import { MOST_BEGINS } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'

/** With N events a minute, an event begins no sooner than a minute after the Nth before it. In ms. */
export function nextBegin(begins: readonly number[], per_minute: number, now: number): number {
  const nth = begins.at(-per_minute)
  return nth === undefined ? now : Math.max(now, nth + MINUTE)
}

/** Remembers when the last events begin. */
export function noteBegin({ begins }: RunnerMemory, begin: number): void {
  begins.push(begin)
  begins.splice(0, begins.length - MOST_BEGINS)
}
