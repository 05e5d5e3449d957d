import type { Page } from '@playwright/test'
import { holdBack } from '../testing/hold-back.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { openAs, openScene, USERS_SCENES, waitForHydration } from '../testing/scenes.ts'

const HOOK = '/applets/hook-to-notification'

/** The names of the scripts and stylesheets that the page has asked for, without hashes. */
const loaded = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/(.+)-[\w-]{8}\.(js|css)$/.exec(name))
      .flatMap((found) => (found ? [`${found[1]}.${found[2]}`] : [])),
  )

test('a dialog loads when approached, and shows with its styles', async ({ page, site }) => {
  const { release, held } = await holdBack(page, '**/assets/dialog-*.css')
  await openAs(page, site, 'free@demo.test', HOOK)
  expect(await loaded(page)).not.toContain('manage-dialogs.js')
  await page.getByRole('button', { name: 'Delete' }).focus()
  await page.getByRole('button', { name: 'Regenerate' }).hover()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect.poll(() => loaded(page)).toContain('manage-dialogs.js')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.waitForTimeout(300)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(page.getByRole('dialog')).toHaveCSS('display', 'block')
  await expect(page.getByRole('dialog')).toHaveCSS('border-radius', '16px')
  await page.keyboard.press('Escape')

  await test.step('a part that does not load is tried again', async () => {
    const script = '**/assets/run-settings-form-*.js'
    await page.route(script, (route) => route.abort())
    const fold = page.getByText('Limits, quiet hours and contents')
    await fold.click()
    await expect(page.getByRole('alert').filter({ hasText: /try again/i })).toBeVisible()
    await expect(page.locator('.run-settings details')).not.toHaveAttribute('open')
    await page.unroute(script)
    await fold.click()
    // Some browsers never ask again for a module that failed once, so the page reloads.
    const shown = page.getByLabel('At most once every')
    const reloaded = page.getByText('The page was reloaded. Please try again.')
    await expect(shown.or(reloaded)).toBeVisible()
    if (await reloaded.isVisible()) {
      await waitForHydration(page)
      await fold.click()
    }
    await expect(shown).toBeVisible()
  })
})

test("a page loads its viewer's parts with their styles, and no more", async ({ page, site, browser }) => {
  await signIn(page, site, 'free@demo.test')
  await test.step('without script its head names their stylesheets', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    })
    const silent = await context.newPage()
    await silent.goto(`${site.origin}${HOOK}?script=off`)
    await expect(silent.locator('.viewer-parts')).toHaveCSS('display', 'grid')
    await expect(silent.locator('head link[rel=stylesheet][href*="/assets/viewer-"]')).toHaveCount(1)
    await context.close()
  })

  await test.step('an enabled Applet loads no dialog or form before a press', async () => {
    const [connected] = USERS_SCENES.filter(({ name }) => name === 'Applet connected')
    if (!connected) throw new Error('There is no such scene.')
    await openScene(page, site, connected)
    await page.waitForLoadState('networkidle')
    const scripts = (await loaded(page)).filter((name) => name.endsWith('.js'))
    expect(scripts).not.toEqual([])
    expect(scripts.filter((name) => /dialog|form|table|explanation/.test(name))).toEqual([])
  })

  const { release } = await holdBack(page, '**/assets/viewer-*.css')
  await page.goto(HOOK, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.viewer-parts')).toBeAttached()
  await expect(page.locator('.viewer-parts')).toBeHidden()
  release()
  await expect(page.locator('.viewer-parts')).toHaveCSS('display', 'grid')
})
