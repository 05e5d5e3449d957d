import type { Page } from '@playwright/test'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { apiClient } from '../testing/api-client.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openWithoutScript } from '../testing/open-without-script.ts'
import { openAs } from '../testing/scenes.ts'

const USER = 'proplus@demo.test'
const button = (page: Page) => page.getByRole('region', { name: 'Button' })

async function enable(site: Stack, applet: string): Promise<void> {
  await (
    await apiClient(site, USER)
  )('POST', '/applets', { id: applet })
}

test('a press starts a run, on both pages and without script', async ({ page, site }) => {
  await enable(site, 'button-to-notification')
  await openAs(page, site, USER, '/applets/button-to-notification')
  await button(page).getByRole('button', { name: 'Press' }).press('Enter')
  await expect(button(page)).toContainText('Pressed. Done. See the run')
  await expect(page.getByRole('region', { name: 'Activity', exact: true }).locator('dd').first()).toHaveText('1')
  await expectAccessible(page, 'Applet whose button was pressed')
  await button(page).getByRole('link', { name: 'See the run' }).click()
  await expect(page).toHaveURL(/\/activity\/runs\//)
  await page.goBack()
  await button(page).getByRole('link', { name: 'Put it on your home screen' }).click()
  await expect(page.getByRole('heading', { name: 'Press to start' })).toBeVisible()
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Press' }).click()
  await expect(page.getByText('Pressed.')).toBeVisible()
  await expectAccessible(page, 'page of a button that was pressed')

  await test.step('without script the button is a form', async () => {
    const read = await openWithoutScript(page, '/applets/button-to-notification')
    await read.getByRole('button', { name: 'Press' }).click()
    await expect(read).toHaveURL(/\/press\?run=/)
    await expect(read.getByText('Pressed.')).toBeVisible()
    const first = read.url()
    await read.getByRole('button', { name: 'Press' }).click()
    await expect(read).not.toHaveURL(first)
    await read.context().close()
  })

  await enable(site, 'mail-to-digest')
  await page.goto('/applets/mail-to-digest')
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(/@/)
  await expectAccessible(page, 'address of mail')
})
