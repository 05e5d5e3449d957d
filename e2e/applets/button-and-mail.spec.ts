import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const USER = 'proplus@demo.test'
const button = (page: Page) => page.getByRole('region', { name: 'Button' })

async function enable(site: Stack, applet: string): Promise<void> {
  await (
    await apiClient(site, USER)
  )('POST', '/applets', { id: applet })
}

test('a press on the Applet’s page starts a run', async ({ page, site }) => {
  await enable(site, 'button-to-notification')
  await openAs(page, site, USER, '/applets/button-to-notification')
  await button(page).getByRole('button', { name: 'Press' }).press('Enter')
  await expect(button(page).getByText('Pressed.')).toBeVisible()
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the button works as a form, on both pages', async ({ page, site }) => {
    await enable(site, 'button-to-notification')
    await signIn(page, site, USER)
    await page.goto('/applets/button-to-notification')
    await page.getByRole('button', { name: 'Press' }).click()
    await expect(page).toHaveURL(/\/press\?run=/)
    await expect(page.getByText('Pressed.')).toBeVisible()
    const first = page.url()
    await page.getByRole('button', { name: 'Press' }).click()
    await expect(page).not.toHaveURL(first)
  })
})
