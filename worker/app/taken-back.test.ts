import { expect, test } from 'vitest'
import { listActivity } from '../engine/activity/list-activity.ts'
import { listMyApplets } from '../applets/browse/list-my-applets.ts'
import { disableApplet } from '../applets/enable/disable-applet.ts'
import { enableApplet } from '../applets/enable/enable-applet.ts'
import { listPausedBy } from '../billing/quota/pause-over-quota.ts'
import { deleteApplet } from '../applets/publish/delete-applet.ts'
import { publishApplet } from '../applets/publish/publish-applet.ts'
import { updateApplet } from '../applets/publish/update-applet.ts'
import { readApplet, readForEditing } from '../applets/read/read-applet.ts'
import { anAppletWithServices, at } from '../applets/testing/stored-applet.fixture.ts'
import { listConnections } from '../connections/accounts/list-connections.ts'
import { readServiceViewer } from '../connections/service-page/read-service-viewer.ts'
import type { Ctx } from '../system/context/context.ts'
import type { MyAppletsInput } from '../contract/applets/my-applets-input.ts'
import { connected_accounts } from '../db/schema/connections.ts'
import { readNewDraft } from '../applets/drafts/edit/read-draft.ts'
import { chosen } from '../applets/drafts/testing/draft.fixture.ts'
import {
  aSharedApplet,
  aTakenBackApplet,
  PRIVATE,
  PUBLISHED,
  saveChanges,
} from '../applets/drafts/testing/taken-back.fixture.ts'
import { readModeration } from '../applets/moderation/read-moderation.ts'
import { reportApplet } from '../applets/moderation/report-applet.ts'
import { addNotification } from '../messages/notifications/add-notification.ts'
import { listNotifications } from '../messages/notifications/list-notifications.ts'
import { nameRuns } from '../engine/runs/name-runs.ts'
import { aConnectedAccount, anEnablement, aUser } from '../testing/rows.ts'
import { unpublishApplet } from '../applets/publish/unpublish-applet.ts'

const { name } = PUBLISHED
const MINE = { name: 'Only for me' }

const ask = (ctx: Ctx, given: Partial<MyAppletsInput> = {}) => listMyApplets(ctx, { q: '', sort: 'recent', ...given })
async function found(ctx: Ctx, given: Partial<MyAppletsInput>) {
  return (await ask(ctx, given)).applets.map((applet) => applet.name)
}
const modulesOf = ({ services }: { services: { module_name: string }[] }) =>
  services.map(({ module_name }) => module_name)

test('the page keeps the name, texts and color that everyone saw', async () => {
  const { ctx, proCtx, made } = await aTakenBackApplet()
  const { applet } = await readApplet(ctx, at(made))
  expect(applet).toMatchObject({ ...PUBLISHED, brand_color: '#225588', pro_features: false })
  expect(JSON.stringify([applet, await readForEditing(ctx, at(made))])).not.toMatch(/Only for me|private\.test/)
  expect((await readApplet(proCtx, at(made))).applet).toMatchObject({
    ...PUBLISHED,
    ...MINE,
    brand_color: '#112233',
    pro_features: true,
  })
})

test('who holds it sees what they have in My Applets', async () => {
  const { ctx, proCtx, made } = await aTakenBackApplet()
  const [theirs] = (await ask(ctx)).applets
  expect(theirs).toMatchObject({ id: made.id, name, brand_color: '#225588' })
  expect(modulesOf(theirs ?? { services: [] })).toEqual(['webhooks', 'notifications'])
  const [own] = (await ask(proCtx)).applets
  expect(own).toMatchObject({ id: made.id, ...MINE, brand_color: '#112233' })
  expect(modulesOf(own ?? { services: [] })).toEqual(['feeds', 'webhooks'])
})

test('My Applets are searched by what their user has', async () => {
  const { ctx, proCtx } = await aTakenBackApplet()
  expect(await found(ctx, { q: 'request notifications' })).toEqual([name])
  expect(await found(ctx, { q: 'only' })).toEqual([])
  expect(await found(ctx, { q: 'feeds' })).toEqual([])
  expect(await found(ctx, { service: 'feeds' })).toEqual([])
  expect(await found(ctx, { service: 'notifications', sort: 'name' })).toEqual([name])
  expect(modulesOf(await ask(ctx))).toEqual(['notifications', 'webhooks'])
  expect(await found(proCtx, { q: 'only feeds' })).toEqual([MINE.name])
  expect(modulesOf(await ask(proCtx))).toEqual(['feeds', 'webhooks'])
})

test('activity, runs and notifications say the name that everyone saw', async () => {
  const { ctx, proCtx, user, made } = await aTakenBackApplet()
  const activity = await listActivity(ctx, {})
  expect(activity.applets).toEqual([{ id: made.id, name }])
  expect(activity.entries.map(({ applet }) => applet?.name)).toEqual([name])
  expect((await listActivity(ctx, { q: 'only' })).entries).toEqual([])
  expect((await listActivity(ctx, { q: 'request' })).entries).toHaveLength(1)
  expect((await nameRuns(ctx, ctx.sessionHash ?? '', [{ applet_id: made.id }])).get(made.id)).toMatchObject({ name })
  expect((await nameRuns(proCtx, proCtx.sessionHash ?? '', [{ applet_id: made.id }])).get(made.id)).toMatchObject(MINE)
  await addNotification(ctx, { user_id: user.id, applet_id: made.id, effect_key: 'k', text: 'Ran.', link: null })
  expect((await listNotifications(ctx, {})).notifications).toMatchObject([{ applet: { name } }])
})

test('an account is not used by steps that are private', async () => {
  const fixture = await aTakenBackApplet()
  const { ctx, proCtx, db, user, pro, steps, made } = fixture
  await aConnectedAccount(db, pro, 'google_sheets')
  await saveChanges(proCtx, made, [chosen(steps.row, 's9'), { kind: 'set_fields', key: 's9', fields: { sheet: 'S1' } }])
  await aConnectedAccount(db, user, 'google_sheets')
  await db.update(connected_accounts).set({ status: 'broken' })
  expect(await listConnections(ctx)).toMatchObject([{ used_by: [] }])
  expect((await readServiceViewer(ctx, 'google_sheets')).viewer?.connections).toMatchObject([{ used_by: [] }])
  expect((await ask(ctx)).applets).toMatchObject([{ broken: false }])
  expect(await listConnections(proCtx)).toMatchObject([{ used_by: [MINE] }])
  expect((await ask(proCtx)).applets).toMatchObject([{ broken: true }])
})

test('an account is used by the steps that its user kept', async () => {
  const fixture = await aSharedApplet()
  const { db, base, ctx, user, steps } = fixture
  const applet = await anAppletWithServices(fixture, { name: 'Rows' })
  const author = await base.as(fixture.author)
  await anEnablement(db, user, applet)
  await aConnectedAccount(db, user, 'google_sheets')
  await aConnectedAccount(db, fixture.author, 'github')
  await unpublishApplet(author, at(applet))
  await saveChanges(author, applet, [chosen(steps.notify, 's1'), { kind: 'set_name', name: 'Only for me' }])
  expect(await listConnections(ctx)).toMatchObject([{ used_by: [{ name: 'Rows', needs_account: true }] }])
  expect((await readServiceViewer(ctx, 'google_sheets')).viewer?.connections).toMatchObject([
    { used_by: [{ name: 'Rows' }] },
  ])
})

test('a plan says by their names which Applets it would pause', async () => {
  const fixture = await aTakenBackApplet()
  const { ctx, db, user } = fixture
  for (const n of [1, 2]) await anEnablement(db, user, await anAppletWithServices(fixture), { last_run: ctx.now() + n })
  expect(await listPausedBy(ctx, user.id, 'free')).toMatchObject([{ name }])
})

test('a copy has the name that everyone saw', async () => {
  const { ctx, made } = await aTakenBackApplet()
  expect((await readNewDraft(ctx, { from: String(made.id) })).draft.doc.name).toContain(name)
})

test('who removes it is shown nothing of what is private', async () => {
  const { ctx, made } = await aTakenBackApplet()
  const answer = await deleteApplet(ctx, at(made))
  expect(answer).toMatchObject({ name, filter_code: null, applet_actions: [] })
  expect(JSON.stringify(answer)).not.toMatch(/Only for me|private\.test/)
  expect((await listActivity(ctx, {})).entries).toMatchObject([{ applet: { name, path: null } }, { applet: { name } }])
})

test('off and on again, it is what its user had', async () => {
  const { ctx, made } = await aTakenBackApplet()
  await disableApplet(ctx, at(made))
  expect((await ask(ctx)).applets).toMatchObject([{ name, status: 'disabled_for_user' }])
  const { applet } = await enableApplet(ctx, { id: made.id })
  expect(applet).toMatchObject({ ...PUBLISHED, filter_code: null, newer_version: false })
  const [card] = (await ask(ctx)).applets
  expect(modulesOf(card ?? { services: [] })).toEqual(['webhooks', 'notifications'])
  expect(JSON.stringify(applet)).not.toContain(PRIVATE)
})

test('published again, everyone sees what it is called then', async () => {
  const { ctx, proCtx, made } = await aTakenBackApplet()
  const text = { name: 'Feeds to requests', description: 'It calls an address.', value_propositions: [] }
  await publishApplet(proCtx, at(made), text)
  expect((await readApplet(ctx, at(made))).applet).toMatchObject({ ...text, newer_version: true })
  const [card] = (await ask(ctx)).applets
  expect(card).toMatchObject({ name: text.name, brand_color: '#112233' })
})

test('everyone sees a new name of what is published', async () => {
  const { ctx, proCtx, made } = await aSharedApplet()
  await updateApplet(proCtx, { applet_id: String(made.id), name: 'Requests to me' })
  expect(await found(ctx, { q: 'requests to me' })).toEqual(['Requests to me'])
  await unpublishApplet(proCtx, at(made))
  await updateApplet(proCtx, { applet_id: String(made.id), name: 'Only for me' })
  expect(await found(ctx, {})).toEqual(['Requests to me'])
})

test('operators see the name under which something was reported', async () => {
  const { base, ctx, db, proCtx, made } = await aSharedApplet({ settings: { OPERATORS: ['usr_operator'] } })
  await reportApplet(ctx, at(made), { reason: 'spam', text: 'Look at it.' })
  await unpublishApplet(proCtx, at(made))
  await updateApplet(proCtx, { applet_id: String(made.id), name: 'Harmless' })
  const operator = await base.as(await aUser(db, { id: 'usr_operator', login: 'olga' }))
  expect((await readModeration(operator)).applets).toMatchObject([{ id: made.id, name, published: false }])
})
