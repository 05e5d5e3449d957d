import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { ABANDONED_CHECKOUT } from '../contract/graphql/purchase-documents.ts'
import { HOUR } from '../contract/shared/durations.ts'
import { countErrorLine } from '../db/upkeep/error-lines.ts'
import { sumUpErrorLines } from '../operations/jobs/sum-up-error-lines.ts'
import { connect } from '../system/d1/client.ts'
import { countErrorLinesWith } from '../system/log/log.ts'
import { call, quick } from '../testing/call-api.ts'
import { startCountingIsolate } from '../testing/counting-isolate.ts'
import { listenToLog } from '../testing/logged-lines.ts'
import { databaseLike } from '../testing/round-trips.ts'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'

const db = connect(env.DB)
const WITHOUT_D1 = databaseLike({ prepare: fail, batch: fail })
/** Knows who calls, and fails at what they ask for. */
const BROKEN = {
  ...quick,
  DB: databaseLike({
    prepare: (sql: string) => (/passkeys|set "reminder_scheduled_at"/.test(sql) ? fail() : env.DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  }),
}

function fail(): never {
  throw new Error('D1 is away.')
}

let user: { id: string }
let session: string
beforeEach(async () => {
  await emptyDatabase()
  user = await aUser(db, { email_verified_at: 1 })
  session = (await signIn(db, user, Date.now())).token
})

async function failTimes(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { status } = await call('GET', '/api/session/proof', { session, bindings: BROKEN })
    expect(status).toBe(500)
  }
}

test('eleven failing requests of a user make ten lines', async () => {
  const logged = listenToLog()
  const settled = startCountingIsolate()
  await failTimes(11)
  await settled()
  expect(logged('unexpected_error').map(({ user_id }) => user_id)).toEqual(Array(10).fill(user.id))
  await sumUpErrorLines({ db, now: () => Date.now() + HOUR })
  expect(logged('error_lines_left_out')).toMatchObject([{ whose: user.id, lines: 1 }])
})

test('counts requests to two isolates, and GraphQL, together', async () => {
  const logged = listenToLog()
  const first = startCountingIsolate()
  await failTimes(6)
  const second = startCountingIsolate()
  await failTimes(4)
  const { query } = ABANDONED_CHECKOUT
  const body = { query, variables: { plan_id: 'pro' } }
  const answer = await call('POST', '/graphql', { session, body, bindings: BROKEN })
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'internal' } }] })
  await Promise.all([first(), second()])
  expect(logged('unexpected_error')).toHaveLength(10)
})

test('each isolate logs ten lines while D1 is away', async () => {
  const logged = listenToLog()
  for (const lines of [10, 20]) {
    const settled = startCountingIsolate(WITHOUT_D1)
    await failTimes(11)
    await settled()
    expect(logged('unexpected_error')).toHaveLength(lines)
  }
})

test('answers before the line is counted', async () => {
  const logged = listenToLog()
  const { promise: asked, resolve: answer } = Promise.withResolvers<number>()
  const deferred: Promise<void>[] = []
  countErrorLinesWith({ countLine: () => asked, defer: (work) => void deferred.push(work) })
  await failTimes(1)
  expect(logged('unexpected_error')).toEqual([])
  answer(await countErrorLine({ db, now: Date.now }, user.id))
  await Promise.all(deferred)
  expect(logged('unexpected_error')).toHaveLength(1)
})
