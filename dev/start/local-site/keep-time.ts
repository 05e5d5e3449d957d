import { CLOCK_WORKER } from '../../settings/worker-names.ts'
import { seedRuns } from '../../seed/seed-runs.ts'
import { cronTriggers } from './cron-triggers.ts'
import type { StandIns } from './start-stand-ins.ts'

/** How often the clock looks whether real time has made something due, in ms. */
const OFTEN = 5_000

type RunningSite = { origin: string; standIns: StandIns; is_new: boolean }

/**
 * Does the work of Cloudflare's clock: starts the cron triggers, in real time and when the clock is moved. At a new site,
 * it goes through the demo's last days first.
 */
export async function keepTime({ origin, standIns, is_new }: RunningSite): Promise<void> {
  standIns.clock.connect({
    crons: cronTriggers(),
    stripe: standIns.stripe && stripeTime(standIns.stripe),
    callWorker: () => callCron(origin, CLOCK_WORKER),
  })
  if (is_new) await seedRuns({ origin, clock: standIns.clock })
  setInterval(() => void standIns.clock.keepUp().catch(() => {}), OFTEN).unref()
}

/** Picks the part of the Stripe stand-in that the clock walks through. */
export function stripeTime({ emulator: { control } }: NonNullable<StandIns['stripe']>) {
  return { nextDue: control.nextDue, tick: control.tick, settle: control.webhooks.settle }
}

/**
 * Has a Worker of `npm start`, `preview` or `worker` do what its cron trigger would start, through the explorer of Vite
 * and wrangler. Throws with what it answered if it cannot.
 */
async function callCron(origin: string, worker: string): Promise<void> {
  const answer = await fetch(`${origin}/cdn-cgi/local/explorer/api/local/scheduled?worker=${worker}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cron: '* * * * *' }),
  })
  const text = await answer.text()
  // A handler that threw has already written why.
  if (!text.includes('"outcome":"ok"')) throw new Error(`The Worker ${worker} failed: ${text}`)
}
