import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { sendSignIn } from '../pages/sign-in-form.ts'
import { mainButton } from '../pages/connect-page.ts'
import { openHeld } from '../testing/hold-scripts.ts'
import { expect, NEW_PASSWORD, PASSWORD, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

test.use({ viewport: { width: 360, height: 740 } })

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const question = (page: Page) => dialog(page, 'Are you sure you want to continue?')

/** Opens the page with its scripts held back, presses the control, and lets the scripts come. Returns the calls. */
async function pressEarly(page: Page, address: string, press: Locator): Promise<string[]> {
  const { release, calls } = await openHeld(page, address)
  await press.click()
  await expect(press).toHaveAttribute('aria-busy', 'true')
  expect(calls).toEqual([])
  release()
  return calls
}

test('Connect, Disable and Delete are done once after hydration', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const connects = await pressEarly(page, '/applets/sunset-lights', mainButton(page))
  await expect(mainButton(page)).toHaveText('Connected')
  await expect(mainButton(page)).not.toHaveAttribute('aria-busy')
  expect(connects).toEqual([expect.stringMatching(/^PATCH \/api\/applets\/\d+$/)])

  const disables = await pressEarly(page, '/applets/hook-to-notification', mainButton(page))
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  expect(disables).toEqual([expect.stringMatching(/^POST \/api\/applets\/\d+\/disable$/)])

  const answers = await pressEarly(page, '/applets/hook-to-notification', button(page, 'No'))
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expect.poll(() => answers).toEqual([expect.stringMatching(/feedback$/)])

  const deletes = await pressEarly(page, '/applets/hook-to-notification', button(page, 'Delete'))
  await expect(question(page)).toBeVisible()
  expect(deletes).toEqual([])

  await pressEarly(page, '/applets/sunset-lights', button(page, 'Share'))
  await expect(dialog(page, 'Share this Applet')).toBeVisible()

  const order = await openHeld(page, '/subscribe/pro')
  const yearly = page.getByRole('radio', { name: /Yearly/ })
  await yearly.check()
  order.release()
  await expect(page.locator('.order-summary')).toContainText('$34.99')
  await expect(yearly).toBeChecked()

  await test.step('an early Connect never disables what was enabled elsewhere', async () => {
    const applet = "applet_id = (select id from applets where friendly_id = 'sunset-lights')"
    const setStatus = (status: string) =>
      site.env.DB.prepare(`update enablements set status = ? where ${applet}`).bind(status).run()
    await setStatus('disabled')
    const { release, calls } = await openHeld(page, '/applets/sunset-lights')
    await mainButton(page).click()
    await setStatus('enabled')
    release()
    await expect(mainButton(page)).toHaveText('Connected')
    await expect(mainButton(page)).not.toHaveAttribute('aria-busy')
    expect(calls.filter((call) => call.endsWith('/disable'))).toEqual([])
  })
})

test("an author's early presses are done once after hydration", async ({ page, site }) => {
  await signIn(page, site, 'author@demo.test')
  const draft = '/applets/unpublished-draft'
  await pressEarly(page, draft, button(page, 'Archive'))
  await expect(question(page)).toBeVisible()
  await pressEarly(page, draft, button(page, 'Rename'))
  await expect(dialog(page, 'Rename')).toBeVisible()

  const typing = await openHeld(page, '/applets/12/publish')
  await page.getByLabel('Description').fill('Typed early.')
  typing.release()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Typed early.')
  await expect(page.getByLabel('Description')).toHaveValue('Typed early.')

  const publishes = await pressEarly(page, '/applets/12/publish', button(page, 'Publish'))
  await expect(page.getByRole('status').getByText('Applet was published')).toBeVisible()
  expect(publishes).toEqual([expect.stringMatching(/\/publish$/)])

  await site.env.DB.prepare("update applets set archived_at = 1 where friendly_id = 'unpublished-draft'").run()
  await pressEarly(page, draft, button(page, 'Restore'))
  await expect(mainButton(page)).toHaveText(/^Connect/)

  await page.setViewportSize({ width: 1000, height: 740 })
  const { release } = await openHeld(page, '/plans')
  const menu = page.getByRole('banner').getByRole('button', { name: 'mira-lind' })
  await menu.click()
  release()
  await expect(page.getByRole('link', { name: 'Connections' })).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('an early press outlives a part that loads after the flow', async ({ page, site }) => {
  await signIn(page, site, 'author@demo.test')
  await site.env.DB.prepare("update applets set archived_at = 1 where friendly_id = 'unpublished-draft'").run()
  const { release, calls } = await openHeld(page, '/applets/unpublished-draft')
  await page.route('**/assets/restore-applet-*.js', async (route) => {
    await page.waitForResponse('**/assets/connect-in-browser-*.js')
    await setTimeout(1000)
    await route.continue()
  })
  await button(page, 'Restore').click()
  release()
  await expect(mainButton(page)).toHaveText(/^Connect/)
  expect(calls).toEqual([expect.stringMatching(/\/restore$/)])
})

test('early presses that cost money only ask, and others count', async ({ page, site }) => {
  await signIn(page, site, 'pro@demo.test')
  const billing = '/settings/billing'
  const change = await pressEarly(page, billing, button(page, 'Change plan'))
  await expect(dialog(page, 'Change your plan')).toBeVisible()
  expect(change.filter((call) => !call.includes('preview'))).toEqual([])

  const held = await openHeld(page, billing)
  await expect(button(page, 'Cancel plan')).toBeVisible()
  await button(page, 'Cancel plan').focus()
  await page.keyboard.press('Enter')
  held.release()
  await expect(dialog(page, 'Cancel Pro?')).toBeVisible()
  expect(held.calls).toEqual([])

  const upgrade = await openHeld(page, billing)
  await page.getByRole('link', { name: 'Upgrade to Pro+' }).click()
  await page.waitForURL('**/subscribe/pro_plus', { waitUntil: 'commit' })
  upgrade.release()
  await expect(button(page, 'Upgrade')).toBeVisible()
  expect(upgrade.calls).toEqual([])

  const { release } = await openHeld(page, '/connections/home-hub')
  await page.getByText('Save heat while all are out', { exact: true }).click()
  await page.getByText('More details').click()
  const sent = page.waitForRequest('**/configurations')
  release()
  expect((await sent).postDataJSON()).toEqual([{ slug: 'away_heating', disabled: true }])
  await expect(page.getByText('Connection successfully updated')).toBeVisible()
  await expect(page.getByRole('switch', { name: /Save heat/ })).not.toBeChecked()
  await expect(page.locator('details[open]')).toHaveCount(1)

  const edit = await openHeld(page, '/connections/home-hub')
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL('**/connections/home-hub/edit', { waitUntil: 'commit' })
  edit.release()

  // The menu is the phone's; its last entry signs out.
  await pressEarly(page, '/', page.getByRole('banner').getByRole('button', { name: 'Menu' }))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Join free' })).toBeVisible()
})

test('a visitor who presses Connect 3 s before hydration connects', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { release } = await openHeld(page, '/applets/hook-to-notification', 3000)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(/\/applets\/hook-to-notification$/)
  release()
  await page.waitForURL(/\/login\?return_to=/)
  await sendSignIn(page, 'pro@demo.test')
  await page.waitForURL('**/applets/hook-to-notification')
  await expect(mainButton(page)).toHaveText('Connected')

  await test.step('signing in and joining before hydration work', async () => {
    await context.clearCookies()
    const signingIn = await openHeld(page, '/login')
    await page.getByLabel('Email').fill('pro@demo.test')
    const send = async (password: string) => {
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await send('a wrong long password')
    await expect(page.getByText('Wrong email or password.')).toBeVisible()
    signingIn.release()
    await waitForHydration(page)
    await expect(page.getByLabel('Email')).toHaveValue('pro@demo.test')
    await context.clearCookies()
    const again = await openHeld(page, '/login')
    await page.getByLabel('Email').fill('pro@demo.test')
    await send(PASSWORD)
    again.release()
    await page.waitForURL('**/my_applets')

    await context.clearCookies()
    const typing = await openHeld(page, '/join')
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    typing.release()
    await expect(page.getByText('Long enough.')).toBeVisible()

    const joining = await openHeld(page, '/join')
    await page.getByLabel('Email').fill('newcomer@example.test')
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('User name').fill('newcomer')
    await page.getByRole('main').getByRole('button', { name: 'Join', exact: true }).click()
    joining.release()
    await page.waitForURL('**/my_applets')
  })
})
