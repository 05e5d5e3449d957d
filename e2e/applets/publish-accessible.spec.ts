import type { Page } from '@playwright/test'
import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('axe finds nothing while an Applet is published', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'author@demo.test', '/applets/12/publish')
  await page.getByLabel('Name').fill('')
  await page.getByLabel('Description').fill('')
  await page.getByRole('group', { name: 'Reason 1' }).getByLabel('Title').fill('Quick')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('A light for issues')
  await page.getByLabel('Description').fill('One blink for each.')
  await page.getByRole('group', { name: 'Reason 1' }).getByLabel('In a sentence or two').fill('Within a minute.')
  await page.route('**/publish', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible()
  await expectAccessible(page)
  await openScreen(page, '/applets/1/publish')
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await site.env.DB.exec("update users set email_verified_at = null where id = 'usr_author'")
  await openScreen(page, '/applets/12/publish')
  await expectAccessible(page)
})

test('axe finds nothing while an Applet is reported', async ({ page, site }) => {
  test.slow()
  const send = page.getByRole('button', { name: 'Send report' })
  await openScreen(page, '/applets/1/report')
  await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await send.click()
  await expect(page.getByText('Choose a reason.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('It is spam').check()
  await send.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us')
  await expectAccessible(page)
  await site.env.DB.exec('update rate_limits set count = 1000')
  await openAs(page, site, 'free@demo.test', '/applets/1/report')
  await page.getByLabel('Something else').check()
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('Too many tries.')
  await expect(page.getByLabel('Something else')).toBeChecked()
  await expectAccessible(page)
})

async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitForHydration(page)
}
