import type { Page } from '@playwright/test'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const box = (page: Page) => page.getByRole('region', { name: 'Webhook' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Webhook URL' })

// §2.1-23 §2.1-24
test('the webhook URL is copied, takes events and is replaced', async ({ page, context, request, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  const url = await field(page).inputValue()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
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
  await test.step('its run shows while the page is open', async () => {
    const runs = page.getByRole('region', { name: 'Activity', exact: true }).locator('dd')
    await expect(runs.nth(0)).toHaveText('1', { timeout: 10_000 })
    await expect(runs.nth(1)).toHaveText('just now')
  })

  await test.step('URL and switches follow disabling and enabling', async () => {
    await mainButton(page).click()
    await expect(mainButton(page)).toHaveText(/Reconnect/)
    await expect(box(page)).toHaveCount(0)
    await expect(page.getByRole('switch')).toHaveCount(0)
    expect((await request.post(url)).status()).toBe(404)
    await mainButton(page).click()
    await expect(field(page)).toHaveValue(url)
    await expect(page.getByRole('switch')).toHaveCount(2)
  })

  await test.step('regenerating replaces the URL, by keyboard alone', async () => {
    const dialog = page.getByRole('dialog', { name: 'Regenerate the webhook URL?' })
    const regenerate = box(page).getByRole('button', { name: 'Regenerate' })
    await regenerate.press('Enter')
    await expect(dialog).toBeVisible()
    await expectNoAxeFindings(page, 'question about a new webhook URL', 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(field(page)).toHaveValue(url)
    await expect(regenerate).toBeFocused()

    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Regenerate' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(field(page)).not.toHaveValue(url)
    await expect(page.getByText('Your webhook has a new URL.')).toBeVisible()
    const after = await field(page).inputValue()
    expect((await request.post(url)).status()).toBe(404)
    expect((await request.post(after)).status()).toBe(202)
    await page.reload()
    await expect(field(page)).toHaveValue(after)
  })
})
