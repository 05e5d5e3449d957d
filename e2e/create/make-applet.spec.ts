import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { beginWithButton, chooseStep, expectSaved, row, stepSearch } from '../pages/create-page.ts'
import { pasteKey } from '../pages/connect-page.ts'
import { expectAccessible } from '../testing/axe.ts'
import { expect, test } from '../testing/journey.ts'
import { openWithoutScript } from '../testing/open-without-script.ts'
import { openAs, waitForHydration } from '../testing/scenes.ts'

test('a draft begins with its first choice and is left, found, deleted', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'free@demo.test', '/create')
  await expectAccessible(page, 'create')
  await row(page, /^If/).click()
  await expect(page).toHaveURL(/\/create\?step=if$/)
  await expect(stepSearch(page)).toBeFocused()
  expect(await countDrafts(site)).toBe(0)
  await chooseStep(page, 'button', 'Button pressed Button')
  await expect(page).toHaveURL(/\/create\/\d+\?step=if$/)
  await expect(row(page, /^If Button pressed/)).toBeFocused()
  await expectSaved(page)
  expect(await countDrafts(site)).toBe(1)

  await test.step('the server renders the open row', async () => {
    const read = await openWithoutScript(page, page.url())
    await expect(read.getByRole('button', { name: /^If Button pressed/, expanded: true })).toBeVisible()
    await expect(read.getByText('There is nothing to fill in for this step.')).toBeVisible()
    await read.context().close()
  })

  await test.step('Back and Forward move between rows', async () => {
    await row(page, /^Then/).click()
    await expect(page).toHaveURL(/step=then\.1$/)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
    await expect(stepSearch(page)).toHaveCount(0)
    await page.goForward()
    await expect(stepSearch(page)).toBeVisible()
  })

  await test.step('My Applets leads back, and deleting asks', async () => {
    await page.goto('/my_applets')
    await page.getByRole('link', { name: 'Continue When you press a button' }).click()
    await page.waitForURL(/\/create\/\d+$/)
    await expect(row(page, /^If You press a button/)).toBeVisible()
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'question about a draft')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click()
    await page.waitForURL('**/my_applets')
    await expect(page.getByText('Your draft was deleted.')).toBeVisible()
    expect(await countDrafts(site)).toBe(0)
  })
  // A mistyped address is not our failure.
  expect((await page.request.get('/create?trigger=github.new_star')).status()).toBe(404)
})

test('steps are connected in place, moved, and taken away', async ({ page, site }) => {
  test.slow()
  await openAs(page, site, 'pro@demo.test', '/create?step=then.1')
  await chooseStep(page, 'send a message', 'Send a message Matrix')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello from the draft')
  await expect(page.getByRole('link', { name: 'Connect Matrix' })).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.locator('#problems')).toBeVisible()
  await expectAccessible(page, 'problems of a draft')
  await page.getByRole('link', { name: 'Connect Matrix', exact: true }).click()
  await pasteKey(page, site, 'matrix')
  await page.waitForURL(/\/create\/\d+\?step=then\.1/)
  await test.step('the first field that is empty has the focus, and its list is open', async () => {
    await expect(page.getByRole('combobox', { name: 'Room' })).toBeFocused()
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(page).toHaveURL(/step=then\.1$/)
  })
  await expect(page.getByText(/Uses your account/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello from the draft')
  await waitForHydration(page)

  await page.getByRole('button', { name: 'Do another thing' }).click()
  await chooseStep(page, 'email', /^Send me an email Email/)
  await expect(row(page, /^And Send me an email/)).toBeFocused()
  // The buttons stand below the fields, which come a moment later.
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible()
  await page.getByRole('button', { name: 'Move up' }).click()
  await expect(row(page, /^Then Send (?:me|yourself) an email/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move up' })).toBeFocused()
  await expect(page).toHaveURL(/step=then\.1$/)
  await expectSaved(page)
  await page.reload()
  await waitForHydration(page)
  await expect(row(page, /^And Send a message/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Rename' }).click()
  await expectAccessible(page, 'step that was removed, and a name')
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
  await expect(page).toHaveTitle('Ring me · Switchyard')
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/applets\/\d+-ring-me$/)
  await expect(page.getByText('Turned on: Ring me')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Ring me' })).toBeFocused()
  expect(await countDrafts(site)).toBe(0)
  await page.goBack()
  await page.waitForURL(/\/applets\/\d+-ring-me$/)

  await test.step('an edit that cannot be saved leaves the Applet as it was', async () => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL(/\/create/)
    await waitForHydration(page)
    await row(page, /^Then/).click()
    await expect(message).toBeVisible()
    await page.context().setOffline(true)
    await message.fill('Pressed in the tunnel')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Your changes could not be saved, so the Applet runs as it was.')).toBeVisible()
  })
})

function countDrafts({ env }: Stack) {
  return env.DB.prepare('select count(*) as count from drafts').first('count')
}
