import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const USER = 'proplus@demo.test'
const button = (page: Page) => page.getByRole('region', { name: 'Button' })

async function enable(site: Stack, applet: string): Promise<void> {
  await (
    await apiClient(site, USER)
  )('POST', '/applets', { id: applet })
}

test('a press starts a run, on both pages and without script', async ({ page, site, browser }) => {
  await enable(site, 'button-to-notification')
  await openAs(page, site, USER, '/applets/button-to-notification')
  await button(page).getByRole('button', { name: 'Press' }).press('Enter')
  await expect(button(page)).toContainText('Pressed. Done. See the run')
  await expect(page.getByRole('region', { name: 'Activity', exact: true }).locator('dd').first()).toHaveText('1')
  await expectAccessible(page)
  await button(page).getByRole('link', { name: 'See the run' }).click()
  await expect(page).toHaveURL(/\/activity\/runs\//)
  await page.goBack()
  await button(page).getByRole('link', { name: 'Put it on your home screen' }).click()
  await expect(page.getByRole('heading', { name: 'Press to start' })).toBeVisible()
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Press' }).click()
  await expect(page.getByText('Pressed.')).toBeVisible()
  await expectAccessible(page)

  await test.step('without script the button is a form', async () => {
    const storageState = await page.context().storageState()
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin, storageState })
    const read = await plain.newPage()
    await read.goto('/applets/button-to-notification')
    await read.getByRole('button', { name: 'Press' }).click()
    await expect(read).toHaveURL(/\/press\?run=/)
    await expect(read.getByText('Pressed.')).toBeVisible()
    const first = read.url()
    await read.getByRole('button', { name: 'Press' }).click()
    await expect(read).not.toHaveURL(first)
    await plain.close()
  })
})

test('an Applet shows its address, and mail to it is taken', async ({ page, site }) => {
  await enable(site, 'mail-to-digest')
  await openAs(page, site, USER, '/applets/mail-to-digest')
  const box = page.getByRole('region', { name: 'Email address' })
  const to = await box.getByRole('textbox', { name: 'Email address' }).inputValue()
  await expectAccessible(page)
  const mail = { to, from: 'mira@example.test', subject: 'Hello', text: 'Hi' }
  expect(await site.standIns.outbox.sendMailIn(mail)).toEqual({ rejected: null })
  await box.getByRole('button', { name: 'Regenerate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('Your Applet has a new email address.')).toBeVisible()
  await expect(box.getByRole('textbox', { name: 'Email address' })).not.toHaveValue(to)
  expect(await site.standIns.outbox.sendMailIn(mail)).toEqual({ rejected: 'There is no such address.' })
})
