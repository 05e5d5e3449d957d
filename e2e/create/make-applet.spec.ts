import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { beginWithButton, chooseStep, expectSaved, row } from '../pages/create-page.ts'
import { pasteKey } from '../pages/connect-page.ts'
import { expect, test } from '../testing/journey.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('the first choice stores the draft and keeps the focus', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await row(page, /^If/).click()
  await expect(page).toHaveURL(/\/create\?step=if$/)
  await expect(page.getByRole('searchbox')).toBeFocused()
  expect(await countDrafts(site)).toBe(0)
  await chooseStep(page, 'star', /^New star/)
  await expect(page).toHaveURL(/\/create\/\d+\?step=if$/)
  await expect(row(page, /^If New star/)).toBeFocused()
  await expectSaved(page)
  expect(await countDrafts(site)).toBe(1)
})

test('a mistyped trigger in the address is not our failure', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  const answer = await page.goto('/create?trigger=github.new_star')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
})

test('Back and Forward move between rows', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginWithButton(page)
  await row(page, /^Then/).click()
  await expect(page).toHaveURL(/step=then\.1$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('the server renders the open row', async ({ page, site, browser }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginWithButton(page)
  await expectSaved(page)
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const read = await plain.newPage()
  await read.goto(page.url())
  await expect(read.getByRole('button', { name: /^If Button pressed/, expanded: true })).toBeVisible()
  await expect(read.getByText('There is nothing to fill in for this step.')).toBeVisible()
  await plain.close()
})

test('an account is connected in place, and the draft waits', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create?step=then.1')
  await chooseStep(page, 'send a message', 'Send a message Matrix')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello from the draft')
  await page.getByRole('link', { name: 'Connect Matrix' }).click()
  await pasteKey(page, site, 'matrix')
  await page.waitForURL(/\/create\/\d+\?step=then\.1$/)
  await expect(page.getByText(/Uses your account/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello from the draft')
})

test('a step is moved by buttons that keep the focus', async ({ page, site }) => {
  await openAs(page, site, 'pro@demo.test', '/create?step=then.1')
  await chooseStep(page, 'notification', 'Send a notification Notifications')
  await page.getByRole('button', { name: 'Do another thing' }).click()
  await chooseStep(page, 'email', /^Send me an email Email/)
  await expect(row(page, /^And Send me an email/)).toBeFocused()
  await page.getByRole('button', { name: 'Move up' }).click()
  await expect(row(page, /^Then Send (?:me|yourself) an email/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move up' })).toBeFocused()
  await expect(page).toHaveURL(/step=then\.1$/)
  await expectSaved(page)
  await page.reload()
  await expect(row(page, /^And Send a notification/)).toBeVisible()
})

test('a finished draft becomes an Applet, also for Back', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginWithButton(page)
  await row(page, /^Then/).click()
  await chooseStep(page, 'notification', 'Send a notification Notifications')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('One thing is missing')).toBeVisible()
  await page.getByRole('link', { name: "Message can't be empty." }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toBeFocused()
  await message.fill('The button was pressed')
  await page.getByRole('button', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('Ring me')
  await name.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ring me')
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/applets\/\d+-ring-me$/)
  await expect(page.getByText('Ring me is on.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ring me')
  expect(await countDrafts(site)).toBe(0)
  await page.goBack()
  await page.waitForURL(/\/applets\/\d+-ring-me$/)
})

test('My Applets leads back to a draft, which is deleted after asking', async ({ page, site }) => {
  await openAs(page, site, 'free@demo.test', '/create')
  await beginWithButton(page)
  await expectSaved(page)
  await page.goto('/my_applets')
  await page.getByRole('link', { name: 'Continue When you press a button' }).click()
  await page.waitForURL(/\/create\/\d+$/)
  await expect(row(page, /^If You press a button/)).toBeVisible()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
  await page.waitForURL('**/my_applets')
  await expect(page.getByText('Your draft was deleted.')).toBeVisible()
  expect(await countDrafts(site)).toBe(0)
})

function countDrafts({ env }: Stack) {
  return env.DB.prepare('select count(*) as count from drafts').first('count')
}
