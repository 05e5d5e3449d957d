import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const box = (page: Page) => page.getByRole('region', { name: 'Webhook' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Webhook URL' })

const question = (page: Page) => page.getByRole('dialog', { name: 'Regenerate the webhook URL?' })

/** Opens the question by keyboard. */
async function askToRegenerate(page: Page): Promise<void> {
  await box(page).getByRole('button', { name: 'Regenerate' }).press('Enter')
  await expect(question(page)).toBeVisible()
}

async function open(page: Page, site: Stack): Promise<string> {
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  return field(page).inputValue()
}

// §2.1-23 §2.1-24
test('the webhook URL is copied and takes events', async ({ page, context, request, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const url = await open(page, site)
  // A busy machine may miss the one second, so this repeats.
  await expect(async () => {
    await box(page).getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(box(page).getByRole('button', { name: 'Copied' })).toBeVisible({ timeout: 900 })
  }).toPass()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await expect(box(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible()

  const taken = await request.post(url, { data: 'value1=4711', headers: { 'content-type': 'text/plain' } })
  expect([taken.status(), await taken.json()]).toEqual([202, { received: true, receipt: expect.any(String) }])
  expect((await request.get(url)).status()).toBe(405)
})

test('regenerating replaces the webhook URL, by keyboard alone', async ({ page, request, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await page.setViewportSize({ width: 320, height: 700 })
  const before = await open(page, site)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectNoAxeFindings(page, '.starter-box')
  await askToRegenerate(page)
  await expectNoAxeFindings(page, 'dialog[open]')
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
  expect((await request.post(after)).status()).toBe(202)
  await page.reload()
  await expect(field(page)).toHaveValue(after)
})

test('webhook URL and switches follow disabling and enabling', async ({ page, request, site }) => {
  const url = await open(page, site)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await expect(box(page)).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  expect((await request.post(url)).status()).toBe(404)
  await mainButton(page).click()
  await expect(field(page)).toHaveValue(url)
  await expect(page.getByRole('switch')).toHaveCount(2)
})
