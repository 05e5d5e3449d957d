import type { Page } from '@playwright/test'
import { expectAccessible } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'

const entries = (page: Page) => page.locator('.entry')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Kind of activity' }).getByRole('link', { name })

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
  expect(counts).toEqual([30, 30, 10])
  await still.getByRole('link', { name: 'Newest' }).click()
  expect(new URL(still.url()).search).toBe('?kind=runs&applet=3')
  await plain.close()

  await test.step('activity pages fit a phone and pass axe', async () => {
    for (const path of ['/activity?kind=failures', '/my_notifications', '/applets/sunset-lights/activity']) {
      await page.goto(path)
      await expectAccessible(page)
    }
  })
})
