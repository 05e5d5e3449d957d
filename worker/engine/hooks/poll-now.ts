import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { PollNowInput } from '../../contract/hooks/poll-now-input.ts'
import type { PollNowJob } from '../../contract/jobs/jobs.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { runners, trigger_identities } from '../../db/schema/runners.ts'
import { readServiceOfKey } from '../../db/services/added-service-files.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { sameText, sha256 } from '../../system/secrets/hashes.ts'

/** A subscription is polled by hints at most that often, in ms. */
const HINT_GAP = 5000
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
  const hinted = await markHinted(ctx, { module_name, identities, accounts })
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

type Hinted = { module_name: string; identities: string[]; accounts: string[] }

/** Claims the subscriptions that no earlier hint polls yet; a hint that comes too soon polls when the gap is over. */
async function markHinted({ db, ...ctx }: Ctx, { module_name, identities, accounts }: Hinted) {
  const now = ctx.now()
  const { identity, account_id, hinted_at } = trigger_identities
  const ofAccounts = db
    .select({ id: connected_accounts.id })
    .from(connected_accounts)
    .where(and(eq(connected_accounts.module_name, module_name), isIn(connected_accounts.account_id, accounts)))
  const rows = await db
    .update(trigger_identities)
    .set({ hinted_at: sql`max(${now}, coalesce(${hinted_at}, 0) + ${HINT_GAP})` })
    .where(
      and(
        eq(trigger_identities.module_name, module_name),
        or(isIn(identity, identities), inArray(account_id, ofAccounts)),
        or(isNull(hinted_at), lte(hinted_at, now)),
      ),
    )
    .returning({
      identity,
      hinted_at,
      runner_id: sql<
        string | null
      >`(select r.runner_id from ${runners} r where r.user_id = ${trigger_identities}.user_id)`,
    })
  return rows.flatMap((row) => {
    const wait = Math.max(0, (row.hinted_at ?? now) - now)
    return row.runner_id === null ? [] : [{ runner_id: row.runner_id, identity: row.identity, wait }]
  })
}

function isIn(column: typeof trigger_identities.identity | typeof connected_accounts.account_id, texts: string[]) {
  return sql`${column} in (select value from json_each(${JSON.stringify(texts)}))`
}

/** The job: a hint that fails costs only the wait for the next poll. */
export async function pollNow({ runners: { get } }: Ctx, { polls }: PollNowJob): Promise<void> {
  const asked = await Promise.allSettled(
    polls.map(async ({ runner_id, identity }) => get(runner_id).pollNow({ identity })),
  )
  const failed = asked.filter(({ status }) => status === 'rejected').length
  if (failed > 0) log('warn', 'polls_not_hinted', { failed })
}
