import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** The type of a journey's annotation that names a state at which axe looks. */
export const LOOKED_AT = 'looked at'

/** Fails a run in which axe looks at a state in two journeys: a look takes seconds, and shows no more the second time. */
export default class LookedAtOnce implements Reporter {
  private readonly journeys = new Map<string, Map<string, string>>()

  onTestEnd({ id, title }: Pick<TestCase, 'id' | 'title'>, { annotations }: Pick<TestResult, 'annotations'>): void {
    for (const { type, description: state = '' } of annotations) {
      if (type !== LOOKED_AT) continue
      // By its id, because a journey may have another try.
      this.journeys.set(state, (this.journeys.get(state) ?? new Map<string, string>()).set(id, title))
    }
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    const twice = [...this.journeys].filter(([, journeys]) => journeys.size > 1)
    for (const [state, journeys] of twice)
      console.error(`axe looks at “${state}” more than once: ${[...journeys.values()].join('; ')}`)
    return twice.length > 0 ? { status: 'failed' } : undefined
  }
}
