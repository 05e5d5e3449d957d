import { setWait, setWhen } from '../../../contract/drafts/draft-steps.ts'
import { eq } from 'drizzle-orm'
import { appletPath } from '../../../contract/addresses.ts'
import { deleteDraft } from '../edit/delete-draft.ts'
import { readDraft } from '../edit/read-draft.ts'
import { expect, test } from 'vitest'
import { aPlainApplet, enablementOf, eventsOf } from '../../testing/stored-applet.fixture.ts'
import { stepsOfKind } from '../../../contract/applets/step-list.ts'
import { readNewest } from '../../../db/applets/catalog-documents.ts'
import { applet_steps } from '../../../db/schema/applets.ts'
import { anEnablement } from '../../../testing/rows.ts'
import { aDraftFixture, aStoredDraft, chosen, writtenBy } from '../testing/draft.fixture.ts'
import { createApplet } from './create-applet.ts'

const ONE_APPLET = { applets: 1, enabled: 1, versions: 1, logged: 1, drafts: 0 }

test('makes a private Applet, turns it on and deletes the draft', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user } = fixture
  const draft = await aStoredDraft(ctx, fixture, [
    { kind: 'set_pace', min_gap: 60, quiet: { from: 60, to: 120 } },
    setWait(30),
  ])
  const applet = await createApplet(ctx, draft.id ?? 0, 1)
  expect(applet).toMatchObject({
    name: 'When a web request arrives, tell',
    status: 'enabled_for_user',
    is_author: true,
    published: false,
    enabled_count: 1,
    normalized_applet: { actions_delay: 30 },
    hook_url: expect.stringContaining('/hooks/'),
  })
  const pace = { min_gap: 60, quiet_from: 60, quiet_to: 120, version: 1 }
  expect(await enablementOf({ db }, user, applet)).toMatchObject(pace)
  expect(await eventsOf({ db }, applet)).toEqual(['enabled'])
  expect(await writtenBy(fixture)).toEqual(ONE_APPLET)
  expect((await readNewest(db, applet))?.doc.steps).toMatchObject([
    { id: 0, module_name: 'webhooks', slug: 'web_request', fields: {} },
    { kind: 'wait', seconds: 30 },
    { id: 1, module_name: 'notifications', slug: 'tell', fields: { message: '{{OccurredAt}}' } },
  ])
  const indexed = await db.select().from(applet_steps).where(eq(applet_steps.applet_id, applet.id))
  expect(indexed).toMatchObject([
    { position: 0, step_id: 'webhooks/triggers/web_request' },
    { position: 1, step_id: 'notifications/actions/tell' },
  ])
})

test('keeps what users are asked for with its author alone', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, user } = fixture
  const { id } = await aStoredDraft(ctx, fixture, [
    { kind: 'set_fields', key: 'b', fields: { message: 'Mine' } },
    { kind: 'ask_users', key: 'b', field: 'message', asked: true },
  ])
  const applet = await createApplet(ctx, id ?? 0, 1)
  expect(applet).toMatchObject({ has_fields: true, fields: { '1.message': 'Mine' } })
  expect(await enablementOf({ db }, user, applet)).toMatchObject({ fields: { '1.message': 'Mine' } })
  const { steps = [] } = (await readNewest(db, applet))?.doc ?? {}
  expect(stepsOfKind(steps, 'action')[0]).toEqual(
    expect.objectContaining({ fields: {}, user_fields: { message: '{{OccurredAt}}' } }),
  )
})

test('pressing twice gives the same Applet', async () => {
  const fixture = await aDraftFixture()
  const { id } = await aStoredDraft(fixture.ctx, fixture)
  const first = await createApplet(fixture.ctx, id ?? 0, 1)
  expect(await createApplet(fixture.ctx, id ?? 0, 1)).toEqual(first)
  expect(await writtenBy(fixture)).toEqual(ONE_APPLET)
})

test('two tabs that press at once make one Applet', async () => {
  const fixture = await aDraftFixture()
  const { base, user, ctx } = fixture
  const { id } = await aStoredDraft(ctx, fixture)
  const tabs = [ctx, await base.as(user), await base.as(user)]
  const made = await Promise.all(tabs.map((tab) => createApplet(tab, id ?? 0, 1)))
  expect(new Set(made.map((applet) => applet.id)).size).toBe(1)
  expect(await writtenBy(fixture)).toEqual(ONE_APPLET)
})

test('several users who press at once make one Applet each', async () => {
  const fixture = await aDraftFixture()
  const { base, author, ctx, proCtx } = fixture
  const everyone = [ctx, proCtx, await base.as(author)]
  const ids = await Promise.all(everyone.map(async (one) => (await aStoredDraft(one, fixture)).id ?? 0))
  const made = await Promise.all(everyone.map((one, at) => createApplet(one, ids[at] ?? 0, 1)))
  expect(new Set(made.map((applet) => applet.author_id)).size).toBe(3)
  expect(await writtenBy(fixture)).toEqual({ applets: 3, enabled: 3, versions: 3, logged: 3, drafts: 0 })
})

test('says what is missing, each problem at its place', async () => {
  const fixture = await aDraftFixture()
  const { proCtx, steps } = fixture
  const { id } = await aStoredDraft(proCtx, fixture, [
    chosen(steps.call, 'c'),
    chosen(steps.issues, 'q'),
    { kind: 'set_fields', key: 'b', fields: { message: '{{Valu1}}' } },
    { kind: 'set_name', name: ' ' },
    setWhen({ kind: 'code', code: 'const a = 1\nWebhooks.webRequest.Nothing' }),
  ])
  await expect(createApplet(proCtx, id ?? 0, 1)).rejects.toMatchObject({
    code: 'invalid_input',
    detail: {
      errors: [
        { attribute: 'q', message: 'Connect GitHub first.' },
        { attribute: 'b.message', message: 'There is no ingredient "Valu1" (did you mean "Value1"?).' },
        { attribute: 'c.address', message: "Address can't be empty." },
        { attribute: 'when', message: expect.stringContaining('Nothing'), data: { line: 2 } },
        { attribute: 'name', message: 'Enter a name.' },
      ],
    },
  })
})

test('refuses a draft at another version, with the stored one', async () => {
  const fixture = await aDraftFixture()
  const { id } = await aStoredDraft(fixture.ctx, fixture)
  await expect(createApplet(fixture.ctx, id ?? 0, 2)).rejects.toMatchObject({
    code: 'conflict',
    detail: { data: { draft: { id, version: 1 } } },
  })
})

test('refuses what the plan does not allow, and a full quota', async () => {
  const fixture = await aDraftFixture()
  const { ctx, db, steps, user } = fixture
  const two = await aStoredDraft(ctx, fixture, [chosen(steps.notify, 'c')])
  await expect(createApplet(ctx, two.id ?? 0, 1)).rejects.toMatchObject({
    code: 'tier_required',
    detail: { errors: [{ data: { block_reason: 'multi_action', minimum_tier: 'intermediate_pro' } }] },
  })
  for (const applet of [await aPlainApplet(fixture), await aPlainApplet(fixture)]) await anEnablement(db, user, applet)
  const one = await aStoredDraft(ctx, fixture)
  await expect(createApplet(ctx, one.id ?? 0, 1)).rejects.toMatchObject({ code: 'quota_reached' })
})

test("does not make an Applet of another user's draft", async () => {
  const fixture = await aDraftFixture()
  const { id } = await aStoredDraft(fixture.ctx, fixture)
  await expect(createApplet(fixture.proCtx, id ?? 0, 1)).rejects.toMatchObject({ code: 'not_found' })
  await createApplet(fixture.ctx, id ?? 0, 1)
  await expect(createApplet(fixture.proCtx, id ?? 0, 1)).rejects.toMatchObject({ code: 'not_found' })
})

test('a finished draft leads its author to its Applet', async () => {
  const fixture = await aDraftFixture()
  const { ctx, proCtx } = fixture
  const { id } = await aStoredDraft(ctx, fixture)
  const made = await createApplet(ctx, id ?? 0, 1)
  await expect(readDraft(ctx, id ?? 0)).rejects.toMatchObject({
    code: 'not_found',
    detail: { redirectTo: appletPath(made) },
  })
  await expect(readDraft(proCtx, id ?? 0)).rejects.toEqual(expect.objectContaining({ code: 'not_found', detail: {} }))
  const { id: unfinished } = await aStoredDraft(ctx, fixture)
  await deleteDraft(ctx, unfinished ?? 0)
  await expect(readDraft(ctx, unfinished ?? 0)).rejects.toEqual(
    expect.objectContaining({ code: 'not_found', detail: {} }),
  )
})
