import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { connect } from '../../system/d1/client.ts'
import { crashingIo } from '../../testing/crashing-io.ts'
import { anApplet, aUser } from '../../testing/rows.ts'
import { testCtx, type TestCtx } from '../../testing/test-ctx.ts'
import { addDigestLine, sendDigests, type SayStarts } from './daily-digest.ts'

/** Of Applets that are gone. */
const sayNothing: SayStarts = async () => new Map()

async function aReader(ctx: TestCtx, given: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(ctx.db, { email_verified_at: 1, ...given })
  let lines = 0
  const add = (text: string, effect_key = `key${++lines}`) =>
    addDigestLine(ctx, { user_id: user.id, effect_key, text, copy_to: 'someone@else.test', applet_id: null })
  return { user, add }
}

test('lines are mailed once a day at six in the evening', async () => {
  const ctx = await testCtx()
  const { user, add } = await aReader(ctx)
  expect([await add('One', 'same'), await add('One', 'same'), await add('Two <b>')]).toEqual([true, false, true])
  await sendDigests(ctx, sayNothing)
  expect(ctx.mails()).toEqual([])
  ctx.advance(6 * HOUR)
  await sendDigests(ctx, sayNothing)
  await add('Three')
  await sendDigests(ctx, sayNothing)
  expect(ctx.mails()).toMatchObject([{ to: user.email, text: expect.stringContaining('One\n\nTwo <b>') }])
  expect(ctx.mails()[0]?.html).toContain('Two &lt;b&gt;')
  ctx.advance(24 * HOUR)
  await sendDigests(ctx, sayNothing)
  expect(ctx.mails().map(({ text }) => text.includes('Three'))).toEqual([false, true])
})

test("each user's evening is that of their own zone", async () => {
  const ctx = await testCtx()
  const tokyo = await aReader(ctx, { timezone: 'Asia/Tokyo' })
  const paris = await aReader(ctx, { timezone: 'Europe/Paris' })
  await tokyo.add('Late')
  await paris.add('Soon')
  ctx.advance(5 * HOUR)
  await sendDigests(ctx, sayNothing)
  expect(ctx.mails().map(({ to }) => to)).toEqual([paris.user.email])
})

test('a digest goes to no address but the own verified one', async () => {
  const ctx = await testCtx()
  const { add } = await aReader(ctx, { email_verified_at: null })
  const verified = await aReader(ctx)
  await add('Never')
  await verified.add('Always')
  ctx.advance(24 * HOUR)
  await sendDigests(ctx, sayNothing)
  expect(ctx.mails().map(({ to }) => to)).toEqual([verified.user.email])
})

test('a repeat after a crash sends the same mail again', async () => {
  const ctx = await testCtx()
  const { add } = await aReader(ctx)
  await add('One')
  ctx.advance(24 * HOUR)
  const io = crashingIo()
  const failing = { ...ctx, db: connect(io.database(env.DB)) }
  io.failOnce(3, 'unheard')
  await sendDigests(failing, sayNothing)
  expect(ctx.mails()).toHaveLength(1)
  ctx.advance(15 * MINUTE)
  await sendDigests(ctx, sayNothing)
  const [first, second] = ctx.mails()
  expect([first?.id, first?.text]).toEqual([second?.id, second?.text])
})

test('a reader whose mail fails stops nobody, and comes last', async () => {
  const ctx = await testCtx()
  const broken = await aReader(ctx)
  await broken.add('Lost')
  const others = [await aReader(ctx), await aReader(ctx)]
  for (const other of others) await other.add('Line')
  ctx.advance(24 * HOUR)
  const send: typeof ctx.queue.send = async (job, options) => {
    if (job.kind === 'mail' && job.to === broken.user.email) throw new Error('The queue refuses this mail.')
    return ctx.queue.send(job, options)
  }
  await sendDigests({ ...ctx, queue: { send } }, sayNothing)
  expect(ctx.mails().map(({ to }) => to)).toEqual(others.map(({ user }) => user.email))
  ctx.advance(15 * MINUTE)
  await sendDigests(ctx, sayNothing)
  expect(ctx.mails().at(-1)?.to).toBe(broken.user.email)
})

test("an Applet's lines stand together, below what it is", async () => {
  const ctx = await testCtx()
  const { user } = await aReader(ctx)
  const author = await aUser(ctx.db)
  const [one, two] = [(await anApplet(ctx.db, author, [])).id, (await anApplet(ctx.db, author, [])).id]
  for (const [text, applet_id] of [
    ['A', one],
    ['B', two],
    ['C', one],
    ['D', null],
  ] as const)
    await addDigestLine(ctx, { user_id: user.id, effect_key: text, text, copy_to: null, applet_id })
  ctx.advance(24 * HOUR)
  await sendDigests(ctx, async (_ctx, _reader, ids) => new Map(ids.map((id) => [id, `Applet ${ids.indexOf(id)}`])))
  expect(ctx.mails()[0]?.text).toContain('Applet 0\n\nA\n\nC\n\nApplet 1\n\nB\n\nD')
})
