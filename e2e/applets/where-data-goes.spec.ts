import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openWithoutScript } from '../testing/open-without-script.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

type Draft = { draft: { id: number; version: number } }
type Made = { applet: { id: number } }

/**
 * An Applet that sends web requests to good.test, with headers of its user's own, which free@demo.test has, and the author's
 * change of its address.
 */
async function anAppletThatSends(site: Stack, { has = true } = {}) {
  const author = await apiClient(site, 'author@demo.test')
  const save = async (body: object) => {
    const { draft } = await author<Draft>('POST', '/drafts', body)
    return (await author<Made>('POST', `/drafts/${draft.id}/create`, { version: draft.version })).applet
  }
  const step = (kind: string, key: string, slug: string) => {
    return { kind: 'choose_step', step: kind, key, module_name: 'webhooks', slug }
  }
  const { id } = await save({
    changes: [
      step('trigger', 'a', 'web_request'),
      step('action', 'b', 'make_request'),
      { kind: 'set_fields', key: 'b', fields: { url: 'https://good.test/in', method: 'POST', body: '{{Body}}' } },
      { kind: 'ask_users', key: 'b', field: 'headers', asked: true },
    ],
  })
  const words = { name: 'Pass web requests on', description: 'Each request, as it came.', value_propositions: [] }
  await author('POST', `/applets/${id}/publish`, words)
  const user = await apiClient(site, 'free@demo.test')
  if (has) await user('POST', '/applets', { id })
  const swapTo = (url: string) => save({ applet_id: id, changes: [{ kind: 'set_fields', key: 's1', fields: { url } }] })
  /** The draft of another address, which is not saved yet. */
  const draftTo = (url: string) =>
    author<Draft>('POST', '/drafts', { applet_id: id, changes: [{ kind: 'set_fields', key: 's1', fields: { url } }] })
  return { address: `/applets/${id}`, swapTo, draftTo }
}

test('who has an Applet reads a new destination before saving it', async ({ page, site }) => {
  test.slow()
  const { address, swapTo } = await anAppletThatSends(site)
  await swapTo('https://evil.test/in')
  await openAs(page, site, 'free@demo.test', address)

  await test.step('without script, at 320 px', async () => {
    const read = await openWithoutScript(page, address, { width: 320, height: 640 })
    const gets = 'evil.test/in (not of Webhooks) gets the whole body of your requests'
    await expect(read.getByRole('region', { name: 'Where data goes' })).toContainText(gets)
    await read.goto(`${address}/edit`)
    const changes = read.getByRole('region', { name: 'Different from yours' })
    await expect(changes).toContainText('Before: good.test/in')
    await expect(changes).toContainText('Now: evil.test/in')
    await expect(read.getByRole('checkbox', { name: gets })).toBeVisible()
    await read.getByRole('textbox', { name: /Headers/ }).fill('X-Mine: 1')
    await read.getByRole('button', { name: 'Save' }).click()
    await expect(read.getByText('Confirm each place, or cancel.')).toBeVisible()
    await expect(read.getByRole('textbox', { name: /Headers/ })).toHaveValue('X-Mine: 1')
    await swapTo('https://bad.test/in')
    await read.getByRole('checkbox', { name: gets }).check()
    await read.getByRole('button', { name: 'Save' }).click()
    await expect(read.getByText('Its author has changed this Applet.')).toBeVisible()
    await expect(changes).toContainText('Now: bad.test/in')
    await expect(read.getByRole('checkbox', { name: /bad\.test/ })).not.toBeChecked()
    await expect(read.getByRole('textbox', { name: /Headers/ })).toHaveValue('X-Mine: 1')
    await read.context().close()
  })

  await page.getByRole('link', { name: 'Update yours' }).press('Enter')
  await page.waitForURL('**/edit')
  await waitForHydration(page)
  await page.setViewportSize({ width: 320, height: 640 })
  const save = page.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  const place = page.getByRole('checkbox', { name: /bad\.test/ })
  await expect(place).toBeFocused()
  await expect(page.getByText('Confirm each place, or cancel.')).toBeVisible()
  await expectAccessible(page, 'new place that is not confirmed')
  await place.press('Space')

  await test.step('another version in between is refused and shown; what was typed stays', async () => {
    await page.getByRole('textbox', { name: /Headers/ }).fill('X-Mine: 2')
    await swapTo('https://worse.test/in')
    await save.press('Enter')
    await expect(page.getByText('Its author has changed this Applet.')).toBeVisible()
    await expect(page.getByText('Now: worse.test/in')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Different from yours' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: /Headers/ })).toHaveValue('X-Mine: 2')
    await expectAccessible(page, 'another version in between')
  })
  await save.press('Enter')
  await expect(page.getByText('Confirm each place, or cancel.')).toBeVisible()
  await page.getByRole('checkbox', { name: /worse\.test/ }).press('Space')
  await save.press('Enter')
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
  await expect(page.getByText('A new version is there.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: /Headers/ })).toHaveValue('X-Mine: 2')

  await test.step('a reload confirms no place', async () => {
    await swapTo('https://third.test/in')
    await page.reload()
    await page.getByRole('checkbox', { name: /third\.test/ }).check()
    await swapTo('https://fourth.test/in')
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByRole('checkbox', { name: /fourth\.test/ })).not.toBeChecked()
  })
})

test('an author publishes a secret address only with a press naming it', async ({ page, site }) => {
  test.slow()
  const { address, swapTo, draftTo } = await anAppletThatSends(site)
  await test.step('a published Applet takes one with a second press', async () => {
    const { draft } = await draftTo('https://hooks.slack.com/services/T0/B0/xyz')
    await openAs(page, site, 'author@demo.test', `/create/${draft.id}`)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.press('Enter')
    await expect(page.getByText('hooks.slack.com looks like a secret of yours')).toBeVisible()
    await expect(page.getByText('Press again to make hooks.slack.com public.')).toBeVisible()
    await expectAccessible(page, 'secret address in a draft')
    // Asking each user leads to the field, and another address needs two presses.
    await page.getByRole('link', { name: 'Turn on “Ask each user” instead' }).press('Enter')
    const field = page.getByRole('textbox', { name: 'URL' })
    await expect(field).toBeFocused()
    await field.fill('https://discord.com/api/webhooks/123456789012345678/aBcD3fGh1jKlMn0pQr')
    await expect(save).toBeVisible()
    await save.press('Enter')
    await expect(page.getByText('Press again to make discord.com public.')).toBeVisible()
    await page.getByRole('button', { name: 'Save with discord.com' }).press('Enter')
    await expect(page.getByText('Saved: ')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Where data goes' })).toContainText('discord.com')
  })

  const author = await apiClient(site, 'author@demo.test')
  await author('POST', `/applets/${address.slice('/applets/'.length)}/unpublish`)
  await swapTo('https://hooks.slack.com/services/T0/B0/xyz')
  await page.goto(`${address}/publish`)
  await waitForHydration(page)
  await expect(page.getByText('looks like a secret of yours')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Turn on “Ask each user” instead' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await expect(page.getByText('Press again to make hooks.slack.com public.')).toBeVisible()
  await expectAccessible(page, 'secret address to publish')
  await page.getByRole('button', { name: 'Publish with hooks.slack.com' }).press('Enter')
  await expect(page.getByText('Applet was published')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where data goes' })).toContainText('hooks.slack.com')
  expect(await page.content()).not.toContain('xyz')
})
