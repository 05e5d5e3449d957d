import type { RunnerApi, Runners } from '../../system/runner-api/runner-api.ts'

/** Runners that are always there, have counted nothing and take what they are told. Their ids are runner1, runner2, … */
export function idleRunners(): Runners {
  let made = 0
  const idle = {
    counts: async () => [],
    cancelApplet: async () => {},
    sync: async () => ({ applied: 0, wake_by: null }),
  }
  return { newId: () => `runner${++made}`, isId: () => true, get: () => idle as unknown as RunnerApi }
}
