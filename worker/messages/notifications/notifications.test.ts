import { expect, test } from 'vitest'
import { aPlainApplet, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { listActivity } from '../../engine/activity/list-activity.ts'
import { getMe } from '../../users/accounts/get-me.ts'
import type { Ctx } from '../../system/context/context.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { NOTIFICATIONS_PAGE_SIZE } from '../../contract/notifications/notification.ts'
import { push_subscriptions } from '../../db/schema/push.ts'
import { anEnablement, aUser } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { addNotification } from './add-notification.ts'
import { deliverToUser } from './deliver-to-user.ts'
import { listNotifications, readNotifications } from './list-notifications.ts'
import { tellOfFailedLook, tellOfLateness, tellOfPause, tellOfRun, tellOfSilence } from './tell-of-applet.ts'
import { tellOfFailures } from './tell-of-failures.ts'

const RUN = '01JZZZZZZZ0123456789ABCDEF'

/** A user with one browser that gets notifications. */
async function aNotifiedUser() {
  const world = await anAppletFixture()
  const { db, ctx } = world
  const user = await aUser(db, { email_verified_at: 1 })
  const own = await world.base.as(user)
  const keys = { p256dh: 'p', auth: 'a', created_at: 1 }
  await db
    .insert(push_subscriptions)
    .values({ id: 'push_1', user_id: user.id, endpoint: 'https://push.test/1', ...keys })
  const pushed = () => ctx.jobs.flatMap((job) => (job.kind === 'push' ? [job.message] : []))
  const texts = async () => (await listNotifications(own, {})).notifications.map(({ text }) => text)
  const given = { user_id: user.id, link: null, applet_id: null }
  return { ...world, user, own, pushed, texts, given }
}

test('a notification takes one round trip', async () => {
  const { own, given } = await aNotifiedUser()
  const add = (ctx: Ctx) => addNotification(ctx, { ...given, effect_key: 'k', text: 'Rain' })
  expect(await roundTrips(own, add)).toBe(1)
})

test('a notification is listed, pushed, and added once', async () => {
  const { own, given, pushed } = await aNotifiedUser()
  expect(await addNotification(own, { ...given, effect_key: 'k', text: 'Rain', link: 'https://example.com/' })).toBe(
    true,
  )
  expect(await addNotification(own, { ...given, effect_key: 'k', text: 'Rain' })).toBe(false)
  const { notifications, unread } = await listNotifications(own, {})
  expect(notifications).toMatchObject([{ text: 'Rain', link: 'https://example.com/', read: false, applet: null }])
  expect(unread).toBe(1)
  expect(pushed()).toEqual([{ title: 'Switchyard', body: 'Rain', url: '/my_notifications' }])
})

test.each(['javascript:alert(1)', '//evil.test/', 'ftp://example.com/', 'data:text/html,x'])(
  'drops the link %s',
  async (link) => {
    const { own, given } = await aNotifiedUser()
    await addNotification(own, { ...given, effect_key: link, text: 'x', link })
    expect((await listNotifications(own, {})).notifications).toMatchObject([{ link: null }])
  },
)

test('reading ends the mark in the menu, for all until then', async () => {
  const { own, given } = await aNotifiedUser()
  await addNotification(own, { ...given, effect_key: 'a', text: 'One' })
  expect(await getMe(own)).toMatchObject({ unread: 1 })
  const until = own.now()
  own.advance(1)
  await addNotification(own, { ...given, effect_key: 'b', text: 'Two' })
  expect(await readNotifications(own, { until })).toEqual({ unread: 1 })
  expect((await listNotifications(own, {})).notifications.map(({ read }) => read)).toEqual([false, true])
  expect(await roundTrips(own, (ctx) => listNotifications(ctx, {}))).toBe(1)
})

test('pages of notifications have no gaps, and are only own ones', async () => {
  const { own, given, base, db } = await aNotifiedUser()
  for (let n = 0; n < NOTIFICATIONS_PAGE_SIZE + 5; n++) {
    await addNotification(own, { ...given, effect_key: `k${n}`, text: String(n) })
    if (n % 3 === 0) own.advance(1)
  }
  const first = await listNotifications(own, {})
  const second = await listNotifications(own, { before: first.next ?? '' })
  const seen = [...first.notifications, ...second.notifications].map(({ text }) => Number(text))
  expect(new Set(seen).size).toBe(NOTIFICATIONS_PAGE_SIZE + 5)
  expect(second.next).toBeNull()
  expect((await listNotifications(await base.as(await aUser(db)), {})).notifications).toEqual([])
})

test('failed runs are told by notification and mail, with their Applets', async () => {
  const world = await aNotifiedUser()
  const { own, user, texts } = world
  const [bell, rain] = [await aPlainApplet(world, { name: 'Door bell' }), await aPlainApplet(world, { name: 'Rain' })]
  const ofBell = { applet_id: bell.id, name: 'Door bell', run_id: RUN, message: 'Google Sheets said no.' }
  const ofRain = { applet_id: rain.id, name: 'Rain', run_id: `${RUN.slice(1)}G`, message: 'Weather did not answer.' }
  await tellOfFailures(own, user.id, [ofBell])
  await tellOfFailures(own, user.id, [ofBell])
  expect(await texts()).toEqual(['Door bell failed to run: Google Sheets said no.'])
  const [mail, ...more] = own.mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: user.email, subject: 'Door bell failed to run' })
  expect(mail?.text).toContain(`/activity/runs/${RUN}`)

  await tellOfFailures(own, user.id, [ofRain, { ...ofBell, run_id: 'another' }, ofRain])
  expect((await texts()).toSorted().at(0)).toBe('2 Applets failed to run: Rain, Door bell')
  expect(own.mails().at(-1)).toMatchObject({ subject: '2 Applets failed to run' })
  expect(own.mails().at(-1)?.text).toContain('Rain (2 times): Weather did not answer.')
})

test('a run that waits for long is told as one that waits', async () => {
  const world = await aNotifiedUser()
  const { own, user, texts } = world
  const { id: applet_id } = await aPlainApplet(world, { name: 'Door bell' })
  const waits = { applet_id, name: 'Door bell', run_id: RUN, message: 'It is tried again.', waits: true } as const
  await tellOfFailures(own, user.id, [waits])
  expect(await texts()).toEqual(['Door bell has waited for an hour: It is tried again.'])
  expect(own.mails().at(-1)).toMatchObject({ subject: 'Door bell is waiting' })
})

test('an unverified address gets no mail about failures', async () => {
  const world = await anAppletFixture()
  const { ctx, user } = world
  const { id: applet_id } = await aPlainApplet(world)
  await tellOfFailures(ctx, user.id, [{ applet_id, name: 'Door bell', run_id: RUN, message: 'No.' }])
  expect((await listNotifications(ctx, {})).notifications).toHaveLength(1)
  expect(ctx.mails()).toEqual([])
})

test('each run is told, but a busy Applet only once a minute', async () => {
  const world = await aNotifiedUser()
  const { own, user, texts, pushed } = world
  const { id: applet_id } = await aPlainApplet(world)
  const ran = { applet_id, name: 'Door bell', run_id: RUN }
  await tellOfRun(own, user.id, ran)
  await tellOfRun(own, user.id, ran)
  expect(await texts()).toEqual(['Door bell ran.'])
  await tellOfRun(own, user.id, { ...ran, run_id: 'another' })
  expect(await texts()).toEqual(['Door bell ran several times.'])
  own.advance(HOUR)
  await tellOfRun(own, user.id, { ...ran, run_id: 'later' })
  expect(await texts()).toEqual(['Door bell ran.', 'Door bell ran several times.'])
  expect(pushed().map(({ url }) => url)).toEqual([`/activity/runs/${RUN}`, '/activity/runs/later'])
})

test('tells of an Applet that was paused or stays silent', async () => {
  const world = await aNotifiedUser()
  const { own, user, texts } = world
  const { id: applet_id } = await aPlainApplet(world)
  await tellOfPause(own, user.id, { applet_id, name: 'Door bell', why: 'failing' })
  own.advance(1)
  await tellOfSilence(own, user.id, { applet_id, name: 'Door bell', since: own.now() })
  expect(await texts()).toEqual([
    'Nothing has started Door bell since 2026-03-01. Check on its page whether it still works.',
    'Door bell is paused, because it failed 20 times in a row. You can resume it on its page.',
  ])
})

test('tells once a day of a look that failed, and logs each', async () => {
  const world = await aNotifiedUser()
  const { own, user, db, texts } = world
  const applet = await aPlainApplet(world, { name: 'Umbrella' })
  await anEnablement(db, user, applet)
  const told = { applet_id: applet.id, name: 'Umbrella', message: 'There is no place called Xyz.' }
  await tellOfFailedLook(own, user.id, { ...told, notify: false })
  expect(await texts()).toEqual([])
  for (let n = 0; n < 2; n++) await tellOfFailedLook(own, user.id, { ...told, notify: true })
  expect(await texts()).toEqual(['Umbrella could not look for anything new: There is no place called Xyz.'])
  const { entries } = await listActivity(own, { kind: 'failures' })
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatchObject({
    kind: 'look_failed',
    detail: { message: told.message },
    applet: { name: 'Umbrella' },
  })
})

test('tells once a day of a schedule that was late', async () => {
  const world = await aNotifiedUser()
  const { own, user, texts } = world
  const { id: applet_id } = await aPlainApplet(world)
  await tellOfLateness(own, user.id, { applet_id, name: 'Door bell', late: 12 * MINUTE })
  await tellOfLateness(own, user.id, { applet_id, name: 'Door bell', late: 13 * MINUTE })
  own.advance(DAY)
  await tellOfLateness(own, user.id, { applet_id, name: 'Door bell', late: 2 * HOUR })
  expect(await texts()).toEqual([
    'Door bell missed at least one of its times, because nothing could run then. Its activity has the details.',
    'Door bell ran 12 minutes late, because nothing could run then. Its activity has the details.',
  ])
})

test('the built-in services reach only their own user, once a key', async () => {
  const world = await aNotifiedUser()
  const { own, user, texts } = world
  const { id: applet_id } = await aPlainApplet(world)
  const deliver = deliverToUser(own, user.id)
  for (let n = 0; n < 2; n++) {
    await deliver.notify({ key: 'sy_1', text: 'Hello', link: null, applet_id })
    await deliver.mail({ key: 'sy_2', subject: 'A\nsubject', text: 'One\n\nTwo', applet_id })
  }
  expect(await texts()).toEqual(['Hello'])
  const [first, again] = own.mails()
  expect(first).toMatchObject({ id: 'mail_sy_2', to: user.email, subject: 'A subject', html: '<p>One</p>\n<p>Two</p>' })
  expect(again?.id).toBe(first?.id)
  const { id: nobody } = await aUser(world.db)
  const unverified = deliverToUser(own, nobody)
  expect(await unverified.mail({ key: 'k', subject: 's', text: 't', applet_id })).toMatchObject({
    ok: false,
    problem: { sent: 'no', message: expect.stringContaining('not verified') },
  })
})
