import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, NEW_PASSWORD, PASSWORD, signIn, test } from '../testing/journey.ts'
import { linkInMail } from '../testing/link-in-mail.ts'

test.use({ javaScriptEnabled: false })

// §2.2-07
test('without script public pages are complete', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular services on Switchyard' })).toBeVisible()
  await page.goto('/explore')
  await page.getByRole('searchbox').fill('sheet')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/explore\?q=sheet/)
  await expect(page.getByRole('main').locator('a[href="/applets/star-to-sheet"]').first()).toBeVisible()
  await page.goto('/')
  await page.getByRole('main').locator('a[href="/github"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'GitHub' })).toBeVisible()
  await page.locator('a[href^="/github/triggers/"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step("an Applet's page is complete", async () => {
    await page.goto('/applets/quiet-mentions')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Steps' }).getByRole('listitem')).not.toHaveCount(0)
    const code = page.getByText('const hour = Meta.currentUserTime.hour()')
    await page.getByText('More details').click()
    await expect(code).toBeVisible()
    await expect(page.getByText('More details')).toBeHidden()
    await page.locator('summary', { hasText: 'Fewer details' }).focus()
    await page.keyboard.press('Enter')
    await expect(code).toBeHidden()
    await page.getByRole('button', { name: /^Connect/ }).click()
    await expect(page).toHaveURL(/\/login\?return_to=%2Fapplets%2Fquiet-mentions$/)
    await expect(page.getByRole('link', { name: 'Join' }).last()).toHaveAttribute(
      'href',
      '/join?return_to=%2Fapplets%2Fquiet-mentions',
    )
  })

  await test.step('form pages do not ask for script', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/login', '/join', '/password_reset']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('needs JavaScript')).toHaveCount(0)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Explore' })).toBeVisible()
      await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
})

test('without script users sign in, join, and reset a password', async ({ page, context, site }) => {
  await page.goto('/login?return_to=%2Fapplets%2Fquiet-mentions')
  const press = page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('a wrong long password')
  await press.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong email or password.' })).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Sign in/)
  await expect(page.getByLabel('Email')).toHaveValue('free@demo.test')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press.click()
  await expect(page).toHaveURL(/\/applets\/quiet-mentions/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Applets' })).toBeVisible()

  await test.step('a new user joins', async () => {
    await context.clearCookies()
    await page.goto('/join')
    const join = page.getByRole('main').getByRole('button', { name: 'Join', exact: true })
    await page.getByLabel('Email').fill('plain@example.test')
    await page.getByLabel('User name').fill('plain')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await join.click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Use at least 15 characters/)
    await expect(page.getByLabel('User name')).toHaveValue('plain')
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await join.click()
    await expect(page).toHaveURL(/\/my_applets/)
    await expect(page.getByRole('heading', { level: 1, name: 'My Applets' })).toBeVisible()
  })

  await test.step('a mailed link sets a new password', async () => {
    await context.clearCookies()
    await page.goto('/login')
    await page.getByRole('link', { name: /Forgot/ }).click()
    await page.getByLabel('Email').fill('pro@demo.test')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    const link = await linkInMail(site, 'pro@demo.test', '/password_reset')
    await page.goto(link)
    await page.getByLabel('New password').fill('another long battery staple')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL(/\/my_applets/)
    await page.goto(link)
    await page.getByLabel('New password').fill('yet another battery staple')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

test('without script a user connects services and enables an Applet', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await expect(page.getByRole('heading', { name: 'Step 1 of 2: Connect GitHub' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to GitHub' }).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await expect(page).toHaveURL(/\/applets\/star-to-sheet/)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Connected/)
  await page.waitForLoadState()
  await page.goto('/my_applets')
  await expect(page.locator('a[href="/applets/star-to-sheet"]')).toBeVisible()
})
