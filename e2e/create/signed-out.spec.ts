import type { Page } from '@playwright/test'
import { expect, PASSWORD, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a sentence of a link asks nobody by itself', async ({ page, site }) => {
  const start = 'Wenn es regnet, schick "50 % & mehr" an #küche + mich? 🌧 '
  const sentence = start.padEnd(500, 'жук ')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/drafts')) asked.push(request.url())
  })
  await page.goto(`/create?describe=${encodeURIComponent(sentence)}`)
  await page.waitForURL(/\/login\?return_to=/)
  await signIn(page, 'wrong password here')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('Wrong email or password.')
  await signIn(page)
  await page.waitForURL(/\/create\?describe=/)
  await expect(page.getByLabel('What should happen, and when?')).toHaveValue(sentence)
  await waitForHydration(page)
  expect(asked).toEqual([])
  expect(await site.env.DB.prepare('select count(*) as count from drafts').first('count')).toBe(0)
})
