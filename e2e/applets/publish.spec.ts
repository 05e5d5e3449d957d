import type { Page } from '@playwright/test'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

const DRAFT = '/applets/unpublished-draft'
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

test('an author publishes an Applet by keyboard at 320 px', async ({ page, request, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, site, 'author@demo.test', DRAFT)
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await expect(share).toBeHidden()
  const prompt = page.getByRole('region', { name: 'Publication' })
  await expect(prompt).toContainText('Publish this Applet so anyone can use it')
  await prompt.getByRole('link', { name: 'Publish' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/applets\/\d+\/publish$/)
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publish this Applet')

  const name = page.getByLabel('Name')
  await name.fill('GitHub')
  await expect(preview(page).getByRole('heading', { level: 3 })).toHaveText(['GitHub', 'In lists', 'GitHub'])
  await page.getByLabel('Description').fill('')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByLabel('Description')).toBeFocused()
  await expect(page.getByText('Say what it does.', { exact: true })).toBeVisible()
  await page.keyboard.type('A light for each release.')
  const reason = page.getByRole('group', { name: 'Reason 1' })
  await reason.getByLabel('Title').fill('Quick')
  await reason.getByLabel('In a sentence or two').fill('Within a minute.')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(name).toBeFocused()
  await expect(page.getByText('Say what the Applet does, not only the name of a service.')).toBeVisible()
  expect((await request.get(`/api${DRAFT}`)).status()).toBe(404)

  await name.fill('A light for releases')
  await page.route('**/publish', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('We could not reach the server')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.waitForURL(`**${DRAFT}`)
  await expect(page.getByText('Applet was published')).toBeVisible()
  await expect(share).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A light for releases')
  expect((await request.get(`/api${DRAFT}`)).status()).toBe(200)

  await page.context().clearCookies()
  await page.goto(DRAFT)
  await expect(page.getByText('A light for each release.')).toBeVisible()
  await expect(page.getByText('Quick')).toBeVisible()
})

test('an author changes the words and takes it back', async ({ page, request, site }) => {
  await openAs(page, site, 'author@demo.test', '/applets/star-to-sheet')
  await page.getByRole('link', { name: 'Publication' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What others see')
  await waitForHydration(page)
  await page.getByLabel('Description').fill('Every star, a row.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(page.getByText('The new text is saved.')).toBeVisible()
  await expect(page.getByText('Every star, a row.')).toBeVisible()

  await page.goto('/applets/1/publish')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Take it back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take this Applet back?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(page.getByText('This Applet is private again.')).toBeVisible()
  expect((await request.get('/api/applets/star-to-sheet')).status()).toBe(404)
})

test('the preview is there before script, and follows each letter', async ({ page, site, browser }) => {
  await openAs(page, site, 'author@demo.test', '/applets/12/publish')
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const read = await plain.newPage()
  await read.goto(`${site.origin}/applets/12/publish`)
  const heading = preview(read).getByRole('heading', { level: 3 }).first()
  await expect(heading).toHaveText((await read.getByLabel('Name').inputValue()).trim())
  await expect(preview(read).locator('.connect-picture')).toHaveText(/^Connect /)
  await expect(preview(read).getByRole('listitem').filter({ hasText: /^Then/ })).toBeVisible()
  await plain.close()

  await page.getByLabel('Name').fill('')
  await expect(preview(page).getByRole('heading', { name: 'Without a name' }).first()).toBeVisible()
  await page.getByLabel('Description').press('Control+End')
  await page.keyboard.type(' More')
  await expect(preview(page).locator('.description')).toHaveText(/ More$/)
  const reason = page.getByRole('group', { name: 'Reason 1' })
  await reason.getByLabel('Title').fill('Quick')
  await expect(preview(page).locator('summary').first()).toHaveText('Quick')
  for (const width of [320, 724, 1444]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
