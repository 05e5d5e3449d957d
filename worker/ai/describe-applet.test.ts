import { beforeEach, expect, test } from 'vitest'
import type { DescribedDraft } from '../contract/drafts/describe-draft.ts'
import { ai_creations } from '../db/schema/ai.ts'
import { drafts } from '../db/schema/drafts.ts'
import { enablements } from '../db/schema/applets.ts'
import { services } from '../db/schema/connections.ts'
import { createDraft } from '../applets/drafts/edit/create-draft.ts'
import { changesOfDraft } from '../contract/drafts/changes-of-draft.ts'
import { readAiCreations } from './creations/read-ai-creations.ts'
import { call } from '../testing/call-api.ts'
import { roundTrips } from '../testing/round-trips.ts'
import { aConnectedAccount, aSubscription, aUser, signIn } from '../testing/rows.ts'
import { testCtx, type TestCtx } from '../testing/test-ctx.ts'
import { describeApplet } from './describe-applet.ts'
import { creationDay } from '../contract/ai/creation-day.ts'
import { fillCatalog } from './whole-catalog.fixture.ts'

let ctx: TestCtx
let mine: TestCtx
let user: { id: string }
beforeEach(async () => {
  ctx = await testCtx()
  await fillCatalog(ctx.db)
  user = await aUser(ctx.db)
  mine = await ctx.as(user)
})

const describe = (sentence: string) => describeApplet(mine, { sentence })
const stepsOf = ({ draft }: DescribedDraft) => draft.steps.map(({ module_name, slug }) => `${module_name}/${slug}`)

test('without a provider our own planner answers, and says so', async () => {
  const described = await describe('When I star a repository on GitHub, add a row to a spreadsheet')
  expect(described).toMatchObject({ planner: 'simple', unused: [], choices: [] })
  expect(stepsOf(described)).toEqual(['github/new_starred_repository', 'google_sheets/add_row'])
  expect(described.draft.steps.map(({ guessed }) => guessed)).toEqual([true, true])
})

test('nothing is stored or turned on before somebody opens it', async () => {
  const { draft } = await describe('every day at 8 remind me to drink water')
  expect(draft.id).toBeNull()
  expect([await ctx.db.$count(drafts), await ctx.db.$count(enablements)]).toEqual([0, 0])
  const opened = await createDraft(mine, { changes: changesOfDraft(draft.doc) })
  expect(opened.draft.doc).toEqual(draft.doc)
  expect((await readAiCreations(mine)).used).toBe(1)
})

test('words that objects have by nature are words as any other', async () => {
  const described = await describe('When it rains tomorrow, notify me about the constructor')
  expect(stepsOf(described)).toEqual(['weather/rain_tomorrow', 'notifications/send'])
})

test.each([
  ['When my Tesla is charged, notify me', 'trigger', ['notifications/send']],
  ['When it rains tomorrow, cancel my gym class', 'action', ['weather/rain_tomorrow']],
])('%s: offers steps instead of a draft', async (sentence, kind, sure) => {
  const described = await describe(sentence)
  expect(described.choices.map((choice) => [choice.kind, choice.steps.length > 0])).toEqual([[kind, true]])
  expect(stepsOf(described)).toEqual(sure)
  // Only a draft counts.
  expect((await readAiCreations(mine)).used).toBe(0)
})

test('a language that it does not speak is said', async () => {
  await expect(describe('Wenn es morgen regnet, schick mir eine Nachricht')).rejects.toMatchObject({
    detail: { attribute: 'sentence', message: expect.stringContaining('This looks like German.') as string },
  })
})

test('times and texts of the sentence are in its fields', async () => {
  const { draft } = await describe('every weekday at 6:45 pm remind me to lock the door')
  expect(draft.doc.steps[0]).toMatchObject({
    kind: 'trigger',
    slug: 'every_weekday',
    fields: { time: '18:45', weekdays: '1\n2\n3\n4\n5' },
  })
  expect(draft.doc.steps.slice(1)).toMatchObject([
    { kind: 'action', slug: 'send', fields: { message: 'lock the door' } },
  ])
  expect(draft).toMatchObject({ problems: [], complete: true })
})

test('a text behind the time of day is the text', async () => {
  const { draft } = await describe('remind me every day at 22:00 to lock the door')
  expect(draft.doc.steps).toMatchObject([{ fields: { time: '22:00' } }, { fields: { message: 'lock the door' } }])
})

test('a condition becomes a form over a query', async () => {
  await aSubscription(ctx.db, user, { tier: 'pro' })
  const { draft } = await describe('Every morning at 7 notify me in Oslo, but only if it is colder than 5 degrees')
  const when = { kind: 'form', match: 'all', conditions: [{ operator: 'less_than', value: '5' }] }
  expect(draft.doc.steps).toMatchObject([{}, { kind: 'query', slug: 'current_weather' }, { kind: 'filter', when }, {}])
  expect(draft.problems.filter(({ step }) => step === 'when')).toEqual([])
})

test('a part that nobody can do is named, and the rest kept', async () => {
  const described = await describe('When the sun sets, feed the cat and turn on the lights')
  expect(stepsOf(described)).toEqual(['weather/sunset', 'home_assistant/turn_on'])
  expect(described.unused).toEqual(['feed the cat'])
})

test('what only an account lists is kept at its field', async () => {
  const { draft, unused } = await describe('When the sun sets, turn on the porch light')
  expect(unused).toEqual([])
  expect(draft.doc.steps).toMatchObject([{}, { fields: {}, said: { entity: 'porch light' } }])
  expect(draft.steps[1]?.fields).toMatchObject([
    { slug: 'entity', value: '', said: 'porch light', problem: 'Choose what you mean by “porch light”.' },
  ])
})

test('a sentence without any step is refused, and not counted', async () => {
  await expect(describe('make me rich')).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { attribute: 'sentence' },
  })
  expect(await ctx.db.$count(drafts)).toBe(0)
  expect(await ctx.db.$count(ai_creations)).toBe(0)
})

test("after the day's limit, offers the plan that allows more", async () => {
  await ctx.db.insert(ai_creations).values({ user_id: user.id, day: creationDay(ctx.now()), count: 5 })
  await expect(describe('rss to email')).rejects.toMatchObject({
    code: 'tier_required',
    detail: { errors: [{ attribute: 'enablement_rules', data: { block_reason: 'ai_maker_rate_limit' } }] },
  })
})

test('proposes no step of a service that is not published', async () => {
  await ctx.db.update(services).set({ published: false })
  await expect(describe('rss to email')).rejects.toMatchObject({ code: 'invalid_input' })
})

test('prefers the services that its author has connected', async () => {
  const posts = async () => stepsOf(await describe('tweet the time when I press the button'))
  const [before] = (await posts()).slice(1)
  const other = before === 'bluesky/post' ? 'mastodon' : 'bluesky'
  await aConnectedAccount(ctx.db, user, other)
  expect(await posts()).toEqual(['button/pressed', `${other}/post`])
})

test('costs three round trips to D1', async () => {
  expect(await roundTrips(mine, (counted) => describeApplet(counted, { sentence: 'rss to email' }))).toBe(3)
})

test('the call answers 200, 401 and 422', async () => {
  const { token: session } = await signIn(ctx.db, user, Date.now())
  const post = (given: Parameters<typeof call>[2]) => call('POST', '/api/drafts/describe', given)
  expect((await post({ body: { sentence: 'rss to email' } })).status).toBe(401)
  expect((await post({ session, body: { sentence: '  a ' } })).status).toBe(422)
  expect((await post({ session, body: { sentence: 'x'.repeat(501) } })).status).toBe(422)
  expect((await post({ session, body: { sentence: 'rss to email', model: 'mine' } })).status).toBe(422)
  expect((await post({ session, body: { sentence: ' rss  to\nemail ' } })).status).toBe(200)
})
