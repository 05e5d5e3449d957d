import type { Ctx } from '../../system/context/context.ts'
import type { PollNowInput } from '../../contract/hooks/poll-now-input.ts'
import type { PollNowJob } from '../../contract/jobs/jobs.ts'
import { claimHints } from '../../db/runners/trigger-identities.ts'
import { readServiceOfKey } from '../../db/services/added-service-files.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { sameText, sha256 } from '../../system/secrets/hashes.ts'

/** How many polls one job asks for. */
const POLLS_A_JOB = 50

/**
 * POST /v1/notifications: "poll now" from a service, with its service key and without any data. Hints for what is not
 * its own are ignored. Throws `bad_service_key` (401).
 */
export async function queuePolls(
  ctx: Ctx,
  keys: readonly (string | undefined)[],
  { data }: PollNowInput,
): Promise<void> {
  const module_name = findService(ctx, keys) ?? (await findAddedService(ctx, keys))
  if (module_name === null) throw new AppError('bad_service_key')
  const identities = data.flatMap(({ trigger_identity }) => trigger_identity ?? [])
  const accounts = data.flatMap(({ user_id }) => user_id ?? [])
  const hinted = await claimHints(ctx, { module_name, identities, accounts })
  const jobs = Map.groupBy(hinted, ({ wait }) => wait)
  for (const [wait, polls] of jobs) {
    for (let n = 0; n < polls.length; n += POLLS_A_JOB) {
      const job: PollNowJob = {
        kind: 'poll_now',
        id: ctx.id('job'),
        polls: polls.slice(n, n + POLLS_A_JOB).map(({ runner_id, identity }) => ({ runner_id, identity })),
      }
      await ctx.queue.send(job, { delaySeconds: Math.ceil(wait / 1000) })
    }
  }
}

function findService({ settings }: Ctx, keys: readonly (string | undefined)[]): string | null {
  const entries = Object.entries(settings.SERVICE_CREDENTIALS)
  const found = entries.find(
    ([, { service_key }]) => service_key && keys.some((key) => key && sameText(key, service_key)),
  )
  return found?.[0] ?? null
}

/** A service that an operator has added is known by its key's hash. */
async function findAddedService(ctx: Ctx, keys: readonly (string | undefined)[]): Promise<string | null> {
  const given = keys.filter((key) => key !== undefined && key !== '')
  const hashes = await Promise.all(given.map((key) => sha256(key ?? '')))
  if (hashes.length === 0) return null
  return readServiceOfKey(ctx, hashes)
}

/** The job: a hint that fails costs only the wait for the next poll. */
export async function pollNow({ runners: { get } }: Ctx, { polls }: PollNowJob): Promise<void> {
  const asked = await Promise.allSettled(
    polls.map(async ({ runner_id, identity }) => get(runner_id).pollNow({ identity })),
  )
  const failed = asked.filter(({ status }) => status === 'rejected').length
  if (failed > 0) log('warn', 'polls_not_hinted', { failed })
}
