import type { RunnerEnv } from './runner-env.ts'

/**
 * The product's clock: the real time, unless a developer has moved it. Times in ms. `refresh` asks how far it is
 * moved now; in production it does nothing, because no clock is bound.
 */
export type MovableClock = { now(): number; toRealTime(at: number): number; refresh(): Promise<void> }

export function movableClock({ CLOCK }: Pick<RunnerEnv, 'CLOCK'>): MovableClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    toRealTime: (at) => at - offset,
    refresh: async () => {
      if (CLOCK) offset = await CLOCK.offset()
    },
  }
}
