import { mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { watchShifts } from '../testing/layout-shifts.ts'
import { waitForHydration, openScene, USERS_SCENES, type Scene } from '../testing/scenes.ts'
import { enlargeText, sidewaysScrollers } from './sideways-scrollers.ts'

test.use({ hasTouch: true })

const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1444, height: 900 }

test('nothing on the connection page shifts while it loads', async ({ page, site }) => {
  test.slow()
  // Slow enough that the viewer's part, the styles, and the scripts arrive one after another.
  const network = await page.context().newCDPSession(page)
  const slowly = { offline: false, latency: 40, downloadThroughput: 250_000, uploadThroughput: 250_000 }
  const shifts = await watchShifts(page)
  const look = async (scene: Scene, size: typeof PHONE) => {
    await page.setViewportSize(size)
    await network.send('Network.emulateNetworkConditions', slowly)
    await openScene(page, site, scene)
    expect.soft(await shifts(), `${scene.name} at ${size.width}`).toEqual([])
  }
  const visitors = { name: 'visitor', address: '/applets/star-to-sheet' }
  await look(visitors, PHONE)
  await look(visitors, DESKTOP)
  await network.send('Network.emulateNetworkConditions', { ...slowly, latency: 0, downloadThroughput: -1 })
  await signIn(page, site, 'free@demo.test')
  for (const scene of USERS_SCENES.filter(({ address }) => /^\/applets\/[\w-]+$/.test(address))) {
    await look(scene, PHONE)
    await look({ name: scene.name, address: scene.address }, DESKTOP)
  }
})

test('the mobile menu covers the page and holds every link', async ({ page, site }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, site, 'free@demo.test')
  await page.goto('/applets/star-to-sheet')
  await waitForHydration(page)
  await enlargeText(page)
  const toggle = page.getByRole('button', { name: 'Menu' })
  const entries = page.getByRole('banner').getByRole('list')
  await expect(entries.first()).toBeHidden()
  await toggle.tap()
  await expect(page.locator('body')).toHaveClass(/mobile-menu-opened/)
  for (const name of ['Explore', 'Plans', 'My Applets', 'Settings', 'Connections', 'Sign out'])
    await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeInViewport()
  expect(await sidewaysScrollers(page)).toEqual([])
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await toggle.tap()
  await expect(page.locator('body')).not.toHaveClass(/mobile-menu-opened/)
  await expect(entries.first()).toBeHidden()
  await toggle.tap()
  await page.getByRole('link', { name: 'Connections' }).tap()
  await expect(page).toHaveURL(/\/settings\/connections$/)
  await expect(page.locator('body')).not.toHaveClass(/mobile-menu-opened/)

  await test.step('in forced colors the connection page keeps its edges (WCAG 1.4.11)', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const address of ['/applets/hook-to-notification', '/applets/sunset-lights']) {
      await page.goto(address)
      await waitForHydration(page)
      await expect(mainButton(page)).toHaveCSS('border-style', 'solid')
      await mainButton(page).focus()
      await expect(mainButton(page)).toHaveCSS('outline-style', 'solid')
    }
  })
})
