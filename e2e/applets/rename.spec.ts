import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs } from '../testing/scenes.ts'

const APPLET = '/applets/star-to-sheet'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Rename' })

test('a wrong name is explained, a right one follows on every page', async ({ page, browser, site }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await blockStorage(page)
  await openAs(page, site, 'author@demo.test', APPLET)
  const rename = page.getByRole('button', { name: 'Rename' })
  const name = dialog(page).getByLabel('Name')
  await test.step('a wrong name is explained beside the field, by keyboard alone', async () => {
    const before = await heading(page).textContent()
    await rename.press('Enter')
    await expect(name).toHaveValue(before ?? '')
    await expect(name).toBeFocused()
    for (const [text, message] of [
      ['', 'Enter a name.'],
      ['x'.repeat(201), 'Use at most 200 characters.'],
      ['\u202Egnp', 'This name contains characters that cannot be shown.'],
    ] as const) {
      await name.fill(text)
      await page.keyboard.press('Enter')
      await expect(dialog(page).getByText(message)).toBeVisible()
      await expect(name).toBeFocused()
      await expect(name).toHaveValue(text)
      await expect(name).toHaveAccessibleDescription(message)
    }
    await expectNoAxeFindings(page, 'rename with an error', 'dialog[open]')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(rename).toBeFocused()
    await expect(heading(page)).toHaveText(before ?? '')
  })

  await rename.click()
  await test.step('a name that cannot be saved stays as typed', async () => {
    await page.route('**/graphql', (route) => route.abort(), { times: 1 })
    await name.fill('Lost on the way')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('We could not reach the server.')).toBeVisible()
    await expect(name).toHaveValue('Lost on the way')
    await expect(heading(page)).not.toHaveText('Lost on the way')
  })
  await name.fill('  Zebra crossing,  kept & counted ')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(heading(page)).toHaveText('Zebra crossing, kept & counted')
  await expect(page).toHaveTitle('Zebra crossing, kept & counted · Switchyard')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('The new name is saved.')).toBeVisible()
  await page.reload()
  await expect(heading(page)).toHaveText('Zebra crossing, kept & counted')

  const visitor = await browser.newPage({ baseURL: site.origin })
  await visitor.goto(APPLET)
  await expect(heading(visitor)).toHaveText('Zebra crossing, kept & counted')
  await test.step('it is found by its new name', async () => {
    // Another address each time, because the edge keeps a search for a minute.
    let tries = 0
    const isFound = async (word: string) => {
      await visitor.goto(`/explore?q=${word}${'+'.repeat(++tries)}`)
      return visitor.locator(`a[href="${APPLET}"]`).isVisible()
    }
    await expect.poll(() => isFound('zebra')).toBe(true)
    expect(await isFound('keep+every')).toBe(false)
  })
  await visitor.close()
})

// §4.7-02 §4.8-04 §4.9-01
test('each press on a page from before shows the returned Applet', async ({ page, browser, site }) => {
  const applet = '/applets/hook-to-notification'
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, site, 'pro@demo.test', applet)
  const author = await browser.newPage({ baseURL: site.origin })
  await signIn(author, site, 'author@demo.test')
  await author.goto(applet)
  for (const [name, label] of [
    ['Created', 'Connected'],
    ['Disabled', 'Reconnect'],
    ['Saved', 'Connected'],
  ] as const) {
    await author.getByRole('button', { name: 'Rename' }).click()
    await dialog(author).getByLabel('Name').fill(name)
    await dialog(author).getByRole('button', { name: 'Save' }).click()
    await expect(heading(author)).toHaveText(name)
    await expect(heading(page)).not.toHaveText(name)
    await mainButton(page).click()
    await expect(mainButton(page)).toHaveText(label)
    await expect(heading(page)).toHaveText(name)
  }
  await author.close()
})
