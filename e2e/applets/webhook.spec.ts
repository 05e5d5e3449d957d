import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const box = (page: Page) => page.getByRole('region', { name: 'Webhook' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Webhook URL' })

const question = (page: Page) => page.getByRole('dialog', { name: 'Regenerate the webhook URL?' })

/** By keyboard. */
async function ask(page: Page): Promise<void> {
  await box(page).getByRole('button', { name: 'Regenerate' }).press('Enter')
  await expect(question(page)).toBeVisible()
}

async function open(page: Page, site: Stack): Promise<string> {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  return field(page).inputValue()
}

// §2.1-23 §2.1-24 §D3.2-04
test('the webhook URL is copied, "Copied" shows for a second, and the URL takes events (§2.1, §9)', async ({
  page,
  context,
  request,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const url = await open(page, site)
  // A second is soon over on a busy machine.
  await expect(async () => {
    await box(page).getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(box(page).getByRole('button', { name: 'Copied' })).toBeVisible({ timeout: 900 })
  }).toPass()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await expect(box(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible()

  const taken = await request.post(url, { data: 'value1=4711', headers: { 'content-type': 'text/plain' } })
  expect([taken.status(), await taken.json()]).toEqual([200, { received: true }])
  expect((await request.get(url)).status()).toBe(405)
})

test('regenerating asks first; then the old URL is gone and the new one works, by keyboard alone (§D3.2)', async ({
  page,
  request,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const before = await open(page, site)
  await ask(page)
  const dialog = question(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(field(page)).toHaveValue(before)
  await expect(box(page).getByRole('button', { name: 'Regenerate' })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Regenerate' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(field(page)).not.toHaveValue(before)
  await expect(page.getByText('Your webhook has a new URL.')).toBeVisible()
  const after = await field(page).inputValue()
  expect((await request.post(before)).status()).toBe(404)
  expect((await request.post(after)).status()).toBe(200)
  await page.reload()
  await expect(field(page)).toHaveValue(after)
})

test('the box goes when the Applet is disabled and comes back with the same URL; events meanwhile are 404 (§2.1)', async ({
  page,
  request,
  site,
}) => {
  const url = await open(page, site)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await expect(box(page)).toHaveCount(0)
  expect((await request.post(url)).status()).toBe(404)
  await mainButton(page).click()
  await expect(field(page)).toHaveValue(url)
})

test('on a phone, with storage blocked, in both schemes: nothing sticks out, axe finds nothing, the question included', async ({
  page,
  site,
}) => {
  await blockStorage(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, site)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect((await new AxeBuilder({ page }).include('.webhook-box').analyze()).violations).toEqual([])
    await ask(page)
    expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual([])
    await page.keyboard.press('Escape')
  }
})
