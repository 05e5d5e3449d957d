import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const entries = (page: Page) => page.locator('.entry')
const titles = (page: Page) => page.locator('.entry .title')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Kind of activity' }).getByRole('link', { name })

// §2.1-31
test("an Applet's activity shows events and changes", async ({ page, request, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/hook-to-notification')
  const summary = page.getByRole('region', { name: 'Activity' })
  const runs = summary.getByRole('definition').first()
  const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
  await request.post(url, { data: 'x'.repeat(1234), headers: { 'content-type': 'text/csv' } })
  await page.reload()
  await expect(runs).toHaveText('1')
  await mainButton(page).click()
  await expect(summary.getByRole('definition').nth(2)).toHaveText('just now')

  await summary.getByRole('link', { name: 'View activity' }).click()
  await page.waitForURL('**/applets/hook-to-notification/activity')
  await expect(titles(page).nth(0)).toHaveText('Disabled')
  await expect(titles(page).nth(1)).toHaveText('Done')
  await tab(page, 'Changes').click()
  await page.waitForURL('**/activity?kind=changes')
  await expect(titles(page)).toHaveText(['Disabled', 'Enabled'])
  await tab(page, 'Failures').click()
  await expect(titles(page)).toHaveCount(0)
})

test('an Applet that was never enabled shows no activity', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connect/)
  await expect(page.getByRole('link', { name: 'View activity' })).toHaveCount(0)
})

test('all activity can be filtered and paged without script', async ({ page, browser, site }) => {
  const now = Date.now()
  const rows = Array.from({ length: 70 }, (_, n) =>
    site.env.DB.prepare(
      `insert into activity_log (id, user_id, applet_id, kind, category, detail, created_at)
       values (?, 'usr_free', 3, 'hook_received', 'event', '{"bytes":1}', ?)`,
    ).bind(`act_many_${n}`, now - n * 1000),
  )
  await site.env.DB.batch(rows)
  await signIn(page, site, 'free@demo.test')
  await page.goto('/my_applets')
  await page.getByRole('button', { name: 'frida' }).click()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.waitForURL('**/activity')

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const still = await plain.newPage()
  await still.goto(`${site.origin}/activity`)
  await still.getByLabel('Applet').selectOption('3')
  await still.getByRole('button', { name: 'Show' }).click()
  await tab(still, 'Runs').click()
  expect(new URL(still.url()).search).toBe('?kind=runs&applet=3')
  const counts = [await entries(still).count()]
  const older = still.getByRole('link', { name: 'Older' })
  while (await older.count()) {
    await older.click()
    counts.push(await entries(still).count())
  }
  expect(counts).toEqual([30, 30, 13])
  await still.getByRole('link', { name: 'Newest' }).click()
  expect(new URL(still.url()).search).toBe('?kind=runs&applet=3')
  await plain.close()
})

test('a visitor signs in and returns to the filters', async ({ page }) => {
  await page.goto('/activity?kind=changes')
  await page.waitForURL(/\/login\?return_to=/)
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/activity?kind=changes')
  await expect(tab(page, 'Changes')).toHaveAttribute('aria-current', 'page')
})

test('activity pages fit a phone and pass axe in both schemes', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, site, 'free@demo.test')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of [
      '/activity',
      '/activity?kind=failures',
      '/my_notifications',
      '/applets/sunset-lights/activity',
    ]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    }
  }
  await page.goto('/activity')
  await tab(page, 'All').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/activity?kind=runs')
})
