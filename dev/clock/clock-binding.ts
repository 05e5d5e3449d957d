import { WorkerEntrypoint } from 'cloudflare:workers'

type Env = {
  CLOCK_URL: string
  DB: D1Database
  /** The API Worker's own Runners. */
  RUNNER: { idFromString(id: string): unknown; get(id: unknown): { wake(): Promise<unknown> } }
}

/** A Runner waits for its clock before anything else, so a stand-in that is busy must not hold it up. In ms. */
const PATIENCE = 1000
let known = 0

/** The Worker's optional binding `CLOCK`: how far a developer has moved the clock of schedules and waits. */
export class Clock extends WorkerEntrypoint<Env> {
  /** In ms: as last heard where the stand-in does not answer. */
  async offset(): Promise<number> {
    try {
      const answer = await fetch(`${this.env.CLOCK_URL}/offset`, { signal: AbortSignal.timeout(PATIENCE) })
      known = await answer.json<number>()
    } catch (error) {
      console.warn(`The clock did not answer: ${error}`)
    }
    return known
  }
}

/** Called when the clock was moved: wakes all Runners, because their alarms are set to the time before. */
export default {
  async scheduled(_controller, { DB, RUNNER }) {
    const { results } = await DB.prepare('select runner_id from runners where runner_id is not null').all<{
      runner_id: string
    }>()
    await Promise.all(results.map(({ runner_id }) => RUNNER.get(RUNNER.idFromString(runner_id)).wake()))
  },
} satisfies ExportedHandler<Env>
