import { expect, test } from 'vitest'
import { editPath } from '../../contract/addresses.ts'
import { aConnectedAccount, anApplet, anEnablement, aStep } from '../../testing/rows.ts'
import { decryptToken } from '../../system/secrets/token-encryption.ts'
import { sealedText, secretOwner } from '../../system/secrets/field-secret.ts'
import { disableApplet } from './disable-applet.ts'
import { saveApplet } from './save-applet.ts'
import {
  anAppletWithField,
  anAppletWithServices,
  aPlainApplet,
  at,
  anAppletFixture,
  countOf,
  enablementOf,
  eventsOf,
} from '../testing/stored-applet.fixture.ts'

const FEED = 'https://blog.test/feed'

// §4.8-01
test('sends an unconfigured Applet to the edit path', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world, { friendly_id: 'feed-to-phone' })
  await expect(saveApplet(world.ctx, at(applet), {})).rejects.toMatchObject({
    code: 'needs_configuration',
    detail: { redirectTo: '/applets/feed-to-phone/edit' },
  })
  expect(await enablementOf(world, world.user, applet)).toBeNull()
})

test('stores fields and enables a never enabled Applet', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  const saved = await saveApplet(world.ctx, at(applet), { fields: { '0.url': ` ${FEED} ` } })
  expect(saved).toMatchObject({ status: 'enabled_for_user', fields: { '0.url': FEED }, enabled_count: 1 })
  expect(await eventsOf(world, applet)).toEqual(['enabled'])
})

test('keeps the labels of chosen values only', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  const labels = { [`0.url=${FEED}`]: 'Blog', '0.url=https://other.test/': 'Other' }
  await saveApplet(world.ctx, at(applet), { fields: { '0.url': FEED }, labels })
  expect((await enablementOf(world, world.user, applet))?.labels).toEqual({ [`0.url=${FEED}`]: 'Blog' })
  await disableApplet(world.ctx, at(applet))
  await saveApplet(world.ctx, at(applet), { preserve_applet_fields: true })
  expect((await enablementOf(world, world.user, applet))?.labels).toEqual({ [`0.url=${FEED}`]: 'Blog' })
  await saveApplet(world.ctx, at(applet), { fields: { '0.url': 'https://third.test/' } })
  expect((await enablementOf(world, world.user, applet))?.labels).toEqual({})
})

// §7-47
test('keeps stored fields when reconnecting with preserve_applet_fields', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  await saveApplet(world.ctx, at(applet), { fields: { '0.url': FEED } })
  await disableApplet(world.ctx, at(applet))
  const saved = await saveApplet(world.ctx, at(applet), { preserve_applet_fields: true })
  expect(saved).toMatchObject({ status: 'enabled_for_user', fields: { '0.url': FEED } })
  expect(await countOf(world, applet)).toBe(1)
})

test('resets only optional fields when reconnecting without preserve_applet_fields', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  await anEnablement(world.db, world.user, applet, { status: 'disabled', fields: { '0.url': FEED } })
  expect(await saveApplet(world.ctx, at(applet), {})).toMatchObject({ fields: { '0.url': FEED } })

  const { hook, row } = world.steps
  const optional = await anApplet(world.db, world.author, [{ step: hook }, { step: row, fields: { sheet: 'S1' } }])
  await aConnectedAccount(world.db, world.user, 'google_sheets')
  await anEnablement(world.db, world.user, optional, { status: 'disabled', fields: { '1.note': 'mine' } })
  expect(await saveApplet(world.ctx, at(optional), {})).toEqual(
    expect.objectContaining({ status: 'enabled_for_user', fields: {} }),
  )
})

test('names each invalid field and stores nothing', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  await expect(
    saveApplet(world.ctx, at(applet), { fields: { '0.url': 'no address', '7.gone': 'x' } }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    status: 422,
    detail: {
      errors: [
        { attribute: '7.gone', message: 'Unknown field.' },
        { attribute: '0.url', message: 'Feed address must be a web address, like https://example.com.' },
      ],
    },
  })
  expect(await enablementOf(world, world.user, applet)).toBeNull()
})

// §8-09
test('redirects to the edit path when a stored value became invalid', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  await anEnablement(world.db, world.user, applet, { status: 'disabled', fields: { '0.url': 'ftp:old' } })
  const message = 'Feed address must be a web address, like https://example.com.'
  await expect(saveApplet(world.ctx, at(applet), { preserve_applet_fields: true })).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { redirectTo: `${editPath(applet)}?error_message=${encodeURIComponent(message)}` },
  })
  expect(await enablementOf(world, world.user, applet)).toMatchObject({ status: 'disabled' })
})

test('silently drops stored values of removed fields', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world)
  await anEnablement(world.db, world.user, applet, { status: 'disabled', fields: { '0.url': FEED, '3.gone': 'x' } })
  expect((await saveApplet(world.ctx, at(applet), { preserve_applet_fields: true })).fields).toEqual({ '0.url': FEED })
})

test('changes only the fields of an enabled Applet', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithField(world, { enabled_count: 5 })
  await saveApplet(world.ctx, at(applet), { fields: { '0.url': FEED } })
  const saved = await saveApplet(world.ctx, at(applet), { fields: { '0.url': 'https://other.test/' } })
  expect(saved).toMatchObject({ status: 'enabled_for_user', fields: { '0.url': 'https://other.test/' } })
  expect(await countOf(world, applet)).toBe(6)
  expect(await eventsOf(world, applet)).toEqual(['enabled', 'saved'])
})

test('allows edits at full quota, but no reconnecting', async () => {
  const world = await anAppletFixture()
  const enabled = await anAppletWithField(world)
  await saveApplet(world.ctx, at(enabled), { fields: { '0.url': FEED } })
  await anEnablement(world.db, world.user, await aPlainApplet(world))
  const disabled = await aPlainApplet(world)
  await anEnablement(world.db, world.user, disabled, { status: 'disabled' })
  await expect(saveApplet(world.ctx, at(disabled), { preserve_applet_fields: true })).rejects.toMatchObject({
    code: 'quota_reached',
  })
  expect(await saveApplet(world.ctx, at(enabled), { fields: { '0.url': 'https://b.test/' } })).toMatchObject({
    fields: { '0.url': 'https://b.test/' },
  })
})

test('requires a service that was disconnected in between', async () => {
  const world = await anAppletFixture()
  const applet = await anAppletWithServices(world, { friendly_id: 'star' })
  await anEnablement(world.db, world.user, applet, { status: 'disabled' })
  await expect(saveApplet(world.ctx, at(applet), { preserve_applet_fields: true })).rejects.toMatchObject({
    code: 'services_not_connected',
    detail: { redirectTo: '/activate?c[]=github&c[]=google_sheets&return_to=%2Fapplets%2Fstar' },
  })
})

test('refuses to save an archived Applet for its author', async () => {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world, { archived_at: 1 })
  await expect(saveApplet(await world.base.as(world.author), at(applet), {})).rejects.toMatchObject({
    code: 'conflict',
    message: 'You archived this Applet. Restore it first.',
  })
})

test('refuses an ingredient that the trigger does not have', async () => {
  const world = await anAppletFixture()
  const send = await aStep(world.db, 'notifications', 'action', 'send_link', [
    { slug: 'message', label: 'Message', type: 'textarea' },
  ])
  const applet = await anApplet(world.db, world.author, [{ step: world.steps.star }, { step: send }])
  await aConnectedAccount(world.db, world.user, 'github')
  const save = (message: string) => saveApplet(world.ctx, at(applet), { fields: { '1.message': message } })
  await expect(save('{{RepositoryNam}}')).rejects.toMatchObject({
    code: 'invalid_input',
    detail: {
      errors: [
        {
          attribute: '1.message',
          message: 'There is no ingredient "RepositoryNam" (did you mean "RepositoryName"?).',
        },
      ],
    },
  })
  expect(await save('{{RepositoryName | upper}}')).toMatchObject({
    fields: { '1.message': '{{RepositoryName | upper}}' },
  })
})

test('seals a secret, hides it from pages and keeps it unchanged', async () => {
  const world = await anAppletFixture()
  const ping = await aStep(world.db, 'notifications', 'action', 'send_link', [
    { slug: 'key', label: 'Key', type: 'secret' },
  ])
  const applet = await anApplet(world.db, world.author, [
    { step: world.steps.item, fields: { url: FEED } },
    { step: ping },
  ])
  const save = (key: string) => saveApplet(world.ctx, at(applet), { fields: { '1.key': key } })
  const stored = async () => (await enablementOf(world, world.user, applet))?.fields['1.key'] ?? ''
  expect(await save('s3cret')).toMatchObject({ fields: { '1.key': '••••••••' } })
  const sealed = await stored()
  expect(sealed).not.toContain('s3cret')
  const open = (text: string) =>
    decryptToken(world.ctx.settings.TOKEN_KEYS, secretOwner(world.user.id), sealedText(text))
  expect(await open(sealed)).toBe('s3cret')
  await save('••••••••')
  expect(await stored()).toBe(sealed)
  await save(sealed)
  expect(await open(await stored())).toBe('s3cret')
  await save('sealed:other')
  expect(await open(await stored())).toBe('sealed:other')
})
