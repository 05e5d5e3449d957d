import type { StandIns } from './start-stand-ins.ts'

const MINUTE = 60_000

/** What Cloudflare's clock does for a deployed site: the minute's cron trigger. And wakes the Runners when it is moved. */
export function keepTime({ origin, standIns }: { origin: string; standIns: StandIns }): void {
  const call = (worker: string) =>
    callCron(origin, worker, '* * * * *').catch((error: unknown) => console.error(String(error)))
  standIns.clock.onMove(() => call('clock'))
  setInterval(() => void call('switchyard-api'), MINUTE).unref()
}

/**
 * Has a Worker of `npm start`, `preview` or `worker` do what its cron trigger would start, through the explorer of Vite
 * and wrangler. Throws with what it answered if it cannot.
 */
async function callCron(origin: string, worker: string, cron: string): Promise<void> {
  const answer = await fetch(`${origin}/cdn-cgi/local/explorer/api/local/scheduled?worker=${worker}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cron }),
  })
  const text = await answer.text()
  // A handler that threw has already written why.
  if (!text.includes('"outcome":"ok"')) throw new Error(`The cron trigger of ${worker} failed: ${text}`)
}
