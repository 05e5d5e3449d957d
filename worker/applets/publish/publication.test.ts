import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { publishInput } from '../../contract/applets/applet-input.ts'
import { PUBLICATIONS_A_DAY } from '../../contract/applets/publication.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { applets } from '../../db/schema/applets.ts'
import { hidden_authors } from '../../db/schema/moderation.ts'
import { parseInput } from '../../system/http/validate.ts'
import { readSnapshot } from '../../engine/runner-sync/read-snapshot.ts'
import { anApplet, aStep, aUser } from '../../testing/rows.ts'
import { enableApplet } from '../enable/enable-applet.ts'
import { readApplet } from '../read/read-applet.ts'
import { aPlainApplet, anAppletFixture, at, countOf, eventsOf, textOf } from '../testing/stored-applet.fixture.ts'
import { publishApplet } from './publish-applet.ts'
import { readPublication } from './read-publication.ts'
import { unpublishApplet } from './unpublish-applet.ts'
import { updateApplet } from './update-applet.ts'

async function aDraft() {
  const world = await anAppletFixture()
  const author = await world.base.as(world.author)
  const draft = await aPlainApplet(world, { published_at: null })
  const rowOf = async ({ id }: { id: number }) =>
    (await world.db.select().from(applets).where(eq(applets.id, id)).get()) ?? null
  return { ...world, ctx: author, visitor: world.base, asUser: world.ctx, draft, rowOf }
}

test('publishes under the name and text that it is given', async () => {
  const { ctx, draft, visitor, rowOf } = await aDraft()
  const value_propositions = [{ title: 'Quick', text: 'Within a minute.' }]
  const text = { name: 'Stars to rows', description: 'Each star is a row.', value_propositions }
  expect(await publishApplet(ctx, at(draft), text)).toMatchObject({ ...text, published: true, can_publish: false })
  expect((await readApplet(visitor, at(draft))).applet).toMatchObject(text)
  expect(await rowOf(draft)).toMatchObject({ ...text, published_at: ctx.now(), updated_at: ctx.now() })
})

test('publishing again changes the text and nothing else', async () => {
  const { ctx, draft, rowOf } = await aDraft()
  await publishApplet(ctx, at(draft), textOf(draft))
  const before = await rowOf(draft)
  ctx.advance(HOUR)
  await publishApplet(ctx, at(draft), { ...textOf(draft), description: 'Better.' })
  await publishApplet(ctx, at(draft), { ...textOf(draft), description: 'Better.' })
  expect(await rowOf(draft)).toEqual({ ...before, description: 'Better.', updated_at: ctx.now() })
  expect(await eventsOf({ db: ctx.db }, draft)).toEqual(['published', 'republished'])
})

test('an author without a verified address cannot publish', async () => {
  const world = await anAppletFixture()
  const newcomer = await aUser(world.db)
  const draft = await anApplet(world.db, newcomer, [{ step: world.steps.hook }, { step: world.steps.notify }], {
    published_at: null,
  })
  const ctx = await world.base.as(newcomer)
  expect(await readPublication(ctx, at(draft))).toMatchObject({ email_verified: false })
  await expect(publishApplet(ctx, at(draft), textOf(draft))).rejects.toMatchObject({
    code: 'email_not_verified',
    status: 403,
  })
})

test('an author publishes at most five Applets in 24 hours', async () => {
  const { ctx, draft, ...world } = await aDraft()
  for (let n = 0; n < PUBLICATIONS_A_DAY; n++) {
    expect((await readPublication(ctx, at(draft))).left_today).toBe(PUBLICATIONS_A_DAY - n)
    await publishApplet(ctx, at(draft), textOf(draft))
    await unpublishApplet(ctx, at(draft))
    ctx.advance(HOUR)
  }
  await expect(publishApplet(ctx, at(draft), textOf(draft))).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'You can publish five Applets a day. Please try again tomorrow.',
    detail: { retryAfter: (DAY - PUBLICATIONS_A_DAY * HOUR) / 1000 },
  })
  expect(await world.rowOf(draft)).toMatchObject({ published_at: null })
  ctx.advance(DAY - PUBLICATIONS_A_DAY * HOUR)
  expect(await publishApplet(ctx, at(draft), textOf(draft))).toMatchObject({ published: true })
})

test('presses at the same time publish no sixth Applet', async () => {
  const { ctx, author, db, steps } = await aDraft()
  const drafts = []
  for (let n = 0; n < 8; n++)
    drafts.push(await anApplet(db, author, [{ step: steps.hook }, { step: steps.notify }], { published_at: null }))
  const answers = await Promise.allSettled(drafts.map((draft) => publishApplet(ctx, at(draft), textOf(draft))))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(PUBLICATIONS_A_DAY)
})

test('a name that poses or links is refused at its field', async () => {
  const { ctx, draft } = await aDraft()
  for (const name of ['GitHub', 'Official rows', 'See evil.example']) {
    await expect(publishApplet(ctx, at(draft), { ...textOf(draft), name })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { attribute: 'name' },
    })
  }
})

test('renaming a published Applet is checked, a private one not', async () => {
  const { ctx, draft } = await aDraft()
  const rename = (name: string) => updateApplet(ctx, { applet_id: String(draft.id), name })
  await rename('GitHub')
  await publishApplet(ctx, at(draft), textOf(draft))
  await expect(rename('GitHub')).rejects.toMatchObject({ code: 'invalid_input', detail: { attribute: 'name' } })
  await rename('Rows of stars')
})

test('a text that is empty, too long or unprintable is refused', () => {
  const fine = { name: 'Rows', description: 'Says it.', value_propositions: [{ title: 'Quick', text: 'Fast.' }] }
  expect(parseInput(publishInput, { ...fine, description: '  Says \n it.  ' })).toEqual(fine)
  const twice = [...fine.value_propositions, ...fine.value_propositions]
  for (const bad of [
    { name: ' ' },
    { description: ' \u200b ' },
    { description: 'x'.repeat(2001) },
    { description: '\u202eevil' },
    { value_propositions: twice },
    { value_propositions: ['a', 'b', 'c', 'd'].map((title) => ({ title, text: 'x' })) },
    { value_propositions: [{ title: '', text: 'x' }] },
    { value_propositions: [{ title: 'x', text: 'x'.repeat(301) }] },
    { value_propositions: [{ title: 'x'.repeat(81), text: 'x' }] },
    { more: 1 },
  ])
    expect(() => parseInput(publishInput, { ...fine, ...bad }), JSON.stringify(bad)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
})

test('taken back, it is gone for others and runs for its users', async () => {
  const { ctx, draft, asUser, user, visitor, db } = await aDraft()
  await publishApplet(ctx, at(draft), textOf(draft))
  await enableApplet(asUser, { id: draft.id })
  const programs = async () => (await readSnapshot(asUser, user.id))?.snapshot.programs
  const before = await programs()
  expect(before).toHaveLength(1)
  expect(await unpublishApplet(ctx, at(draft))).toMatchObject({ published: false, can_publish: true })
  await unpublishApplet(ctx, at(draft))
  await expect(readApplet(visitor, at(draft))).rejects.toMatchObject({ code: 'not_found' })
  expect((await readApplet(asUser, at(draft))).applet).toMatchObject({ status: 'enabled_for_user' })
  expect(await programs()).toEqual(before)
  expect(await countOf({ db }, draft)).toBe(1)
  expect(await eventsOf({ db }, draft)).toEqual(['published', 'enabled', 'unpublished'])
})

test("nobody takes back another author's Applet", async () => {
  const { ctx, asUser, draft } = await aDraft()
  await publishApplet(ctx, at(draft), textOf(draft))
  await expect(unpublishApplet(asUser, at(draft))).rejects.toMatchObject({ code: 'not_found' })
  await expect(readPublication(asUser, at(draft))).rejects.toMatchObject({ code: 'not_found' })
})

test("a new author's Applet waits a day, their next does not", async () => {
  const { ctx, draft, rowOf, ...world } = await aDraft()
  expect(await readPublication(ctx, at(draft))).toMatchObject({ listed_after: 24 })
  expect(await publishApplet(ctx, at(draft), textOf(draft))).toMatchObject({ published: true, listed: false })
  expect((await rowOf(draft))?.unlisted_until).toBe(ctx.now() + DAY)
  ctx.advance(HOUR)
  expect(await readPublication(ctx, at(draft))).toMatchObject({ listed_after: 23 })
  await aPlainApplet({ ...world, ctx })
  const second = await aPlainApplet({ ...world, ctx }, { published_at: null })
  expect(await readPublication(ctx, at(second))).toMatchObject({ listed_after: null })
  expect(await publishApplet(ctx, at(second), textOf(second))).toMatchObject({ listed: true })
})

test('taking back and publishing again does not shorten the wait', async () => {
  const { ctx, draft, rowOf } = await aDraft()
  await publishApplet(ctx, at(draft), textOf(draft))
  ctx.advance(23 * HOUR)
  await unpublishApplet(ctx, at(draft))
  expect((await rowOf(draft))?.unlisted_until).toBeNull()
  await publishApplet(ctx, at(draft), textOf(draft))
  expect((await rowOf(draft))?.unlisted_until).toBe(ctx.now() + DAY)
})

test('a hidden author cannot publish', async () => {
  const { ctx, draft, author, db } = await aDraft()
  await db.insert(hidden_authors).values({ user_id: author.id, reason: 'Spam', hidden_at: 1 })
  expect(await readPublication(ctx, at(draft))).toMatchObject({ blocked: true })
  await expect(publishApplet(ctx, at(draft), textOf(draft))).rejects.toMatchObject({
    code: 'publishing_blocked',
    status: 403,
  })
})

const PROPOSED = 'When a new item appears in the feed news.example'

test.each([
  ['its steps proposed', null, PROPOSED, 'When a new item appears in a feed'],
  ['its author wrote', null, 'News of news.example', 'News of news.example'],
  ['is public already', 1, PROPOSED, PROPOSED],
])('a name that %s is proposed without a host, or kept', async (_, published_at, name, proposed) => {
  const { ctx, db, author, steps } = await aDraft()
  const step = { step: steps.item, fields: { feed_url: 'https://news.example/feed' } }
  const applet = await anApplet(db, author, [step], { name, published_at })
  expect((await readPublication(ctx, at(applet))).name).toBe(proposed)
})

test('the author sees what is fixed, without secrets, and what is asked', async () => {
  const { ctx, db, author, steps } = await aDraft()
  const applet = await anApplet(db, author, [{ step: steps.item }, { step: steps.row, fields: { sheet: 'S1' } }], {
    published_at: null,
  })
  const { fixed, asked, has_secret } = await readPublication(ctx, at(applet))
  expect(fixed).toEqual([{ key: '1.sheet', step_name: 'add_row', label: 'Sheet', value: 'S1', of_account: true }])
  expect(asked.map(({ label }) => label)).toEqual(['Feed address', 'Note'])
  expect(has_secret).toBe(false)
})

test('a fixed choice is told by its label', async () => {
  const { ctx, db, author, steps } = await aDraft()
  const options = [{ label: 'A notice', value: 'm.notice' }]
  const tell = await aStep(db, 'notifications', 'action', 'tell', [
    { slug: 'kind', label: 'Kind', type: 'select', options },
  ])
  const applet = await anApplet(db, author, [{ step: steps.hook }, { step: tell, fields: { kind: 'm.notice' } }], {
    published_at: null,
  })
  const { fixed } = await readPublication(ctx, at(applet))
  expect(fixed).toMatchObject([{ key: '1.kind', value: 'A notice' }])
})

test("what an author's account has is told from other fixed fields", async () => {
  const { ctx, db, author, steps } = await aDraft()
  const city = await aStep(db, 'notifications', 'action', 'tell', [
    { slug: 'place', label: 'Place', type: 'text', options_url: 'https://places.test/options' },
  ])
  const applet = await anApplet(
    db,
    author,
    [
      { step: steps.item, fields: { url: 'https://a.test' } },
      { step: steps.row, fields: { sheet: 'S1', note: 'Hi' } },
      { step: city, fields: { place: 'Oslo' } },
    ],
    { published_at: null },
  )
  const { fixed } = await readPublication(ctx, at(applet))
  expect(fixed.filter(({ of_account }) => of_account).map(({ key }) => key)).toEqual(['1.sheet'])
})

test('a text of which nothing can be seen is refused', () => {
  const fine = { name: 'Rows', description: 'Says it.', value_propositions: [] }
  for (const blank of ['\u3164', '\u2800 \u115f', '\u200b\u034f', '\u{e0041}', '\ufe0f'])
    for (const bad of [
      { name: blank },
      { description: blank },
      { value_propositions: [{ title: blank, text: 'x' }] },
      { value_propositions: [{ title: 'x', text: blank }] },
    ])
      expect(() => parseInput(publishInput, { ...fine, ...bad }), JSON.stringify(bad)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
  expect(parseInput(publishInput, { ...fine, name: '👩‍👩‍👧 ☕️ می‌خواهم' })).toMatchObject({ name: '👩‍👩‍👧 ☕️ می‌خواهم' })
})

const HOOK = 'https://hooks.slack.com/services/T0/B0/xyz'

async function aDraftThatCalls(url: string) {
  const world = await aDraft()
  const call = await aStep(world.db, 'webhooks', 'action', 'make_request', [
    { slug: 'url', label: 'Address', type: 'url', destination: true },
    { slug: 'body', label: 'Body', type: 'textarea' },
  ])
  const steps = [{ step: world.steps.hook }, { step: call, fields: { url, body: '{{Body}}' } }]
  return { ...world, draft: await anApplet(world.db, world.author, steps, { published_at: null }) }
}

test('an address like a secret is published once it was seen', async () => {
  const { ctx, draft, visitor } = await aDraftThatCalls(HOOK)
  const host = 'hooks.slack.com'
  expect(await readPublication(ctx, at(draft))).toMatchObject({ secret_addresses: [{ key: '1.url', host }] })
  for (const seen of [undefined, ['hooks.zapier.com']]) {
    await expect(publishApplet(ctx, at(draft), { ...textOf(draft), seen })).rejects.toMatchObject({
      status: 422,
      detail: { errors: [{ attribute: '1.url', message: expect.stringContaining(`${host} looks like a secret`) }] },
    })
  }
  await publishApplet(ctx, at(draft), { ...textOf(draft), seen: [host] })
  const { applet } = await readApplet(visitor, at(draft))
  expect(applet.fixed_destinations).toMatchObject([
    { value: host, outside: true, sent: 'the whole body of your requests' },
  ])
  expect(JSON.stringify(applet)).not.toContain('xyz')
})

test('a plain address is published at once, and everyone reads it', async () => {
  const { ctx, draft, visitor } = await aDraftThatCalls('https://example.test/in')
  await publishApplet(ctx, at(draft), textOf(draft))
  expect((await readApplet(visitor, at(draft))).applet.fixed_destinations).toMatchObject([{ value: 'example.test/in' }])
})
