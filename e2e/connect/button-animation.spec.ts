import { apiClient } from '../testing/api-client.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import {
  knobAt,
  label,
  recordAnnouncements,
  openWithPausedClock,
  pauseClock,
  NO_CONSENT_APPLET,
  ENABLE_CALL,
} from '../pages/held-button.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, signIn, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

// §4.11-01 §4.11-04 §4.11-05 §4.11-08
test('one press connects for 3500 ms, another one disconnects', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/api\/applets\/\d/.test(request.url()) && request.method() !== 'GET') calls.push(request.method())
  })
  await page.clock.install()
  await page.goto(NO_CONSENT_APPLET)
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  const said = await recordAnnouncements(page)
  const button = mainButton(page)
  const slide = () => button.locator('.knob').evaluate((each) => getComputedStyle(each).transitionDuration)
  await expect.poll(() => knobAt(page)).toBe('start')
  const { release } = await holdBack(page, ENABLE_CALL)
  await button.dblclick()
  await test.step('the meter starts after the knob and runs during the call', async () => {
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button.locator('.meter')).toHaveCSS('transition-delay', await slide())
    const width = () => button.evaluate((each) => each.querySelector('.meter')?.getBoundingClientRect().width)
    await expect.poll(width).toBeGreaterThan(20)
    const before = (await width()) ?? 0
    await expect.poll(width).toBeGreaterThan(before)
    await expectNoAxeFindings(page, 'button that is connecting', '.connect-panel')
    // A press during the call is ignored.
    await button.click({ force: true })
  })
  await pauseClock(page)
  release()
  await expect(button).toHaveClass(/succeeding/)
  await expect(label(page)).toHaveText('Connecting…')
  await expect.poll(() => knobAt(page)).toBe('end')
  // The meter waits for the knob, then fills completely.
  const meter = button.locator('.meter')
  await expect.poll(() => meter.evaluate((each) => getComputedStyle(each).scale)).toMatch(/^1( 1)?$/)
  await page.clock.runFor(1999)
  await expect(button).toHaveClass(/succeeding/)
  await page.clock.runFor(1)
  await expect(button).toHaveClass(/succeeded/)
  await expect(button.locator('.knob')).toHaveCSS('animation-name', 'connect-breath')
  await page.clock.runFor(1499)
  await expect(label(page)).toHaveText('Connecting…')
  await page.clock.runFor(1)
  await expect(label(page)).toHaveText('Connected')

  await test.step('a held key counts as one press', async () => {
    await button.focus()
    await page.keyboard.down('Enter')
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  })
  await expect(button).toHaveClass(/releasing/)
  await expect(label(page)).toHaveText('Disconnecting…')
  // The label appears only after the knob has slid back.
  await expect(label(page)).toHaveCSS('animation-delay', await slide())
  await expect.poll(() => knobAt(page)).toBe('start')
  await page.clock.runFor(1000)
  await expect(label(page)).toHaveText('Disconnected')
  await page.clock.runFor(1499)
  await expect(label(page)).toHaveText('Disconnected')
  await page.clock.runFor(1)
  await expect(label(page)).toHaveText('Reconnect')
  await expect(button).toBeFocused()
  expect(await said()).toEqual(['Connecting…', 'Connected', 'Disconnecting…', 'Disconnected'])
  await page.clock.runFor(3000)
  expect(calls).toEqual(['PATCH', 'POST'])
})

// §4.11-06 §4.11-07
test('a live channel ends with a check mark of 232 frames', async ({ page, site }) => {
  const api = await apiClient(site, 'free@demo.test')
  await api('PATCH', '/applets/home-hub', { fields: { '1.entity': 'binary_sensor.front_door' } })
  await api('POST', '/applets/home-hub/disable')
  await signIn(page, site, 'free@demo.test')
  await openWithPausedClock(page, '/connections/home-hub')
  const said = await recordAnnouncements(page)
  const button = mainButton(page)
  await button.click()
  await expect(button).toHaveClass(/succeeding/)
  await expect(label(page)).toHaveText('Connecting...')
  await expect(button.locator('.glyph')).toHaveCount(0)
  await page.clock.runFor(2000)
  await expect(label(page)).toHaveText('Connected')
  const check = button.locator('.glyph path')
  await expect(check).toHaveCSS('animation-duration', '4s')
  await expect(check).toHaveCSS('animation-timing-function', 'steps(232)')
  await page.clock.runFor(4000)
  await expect(button).toHaveClass(/idle/)
  await expect(button.locator('.glyph')).toBeVisible()
  expect(await said()).toEqual(['Connecting...', 'Connected'])
  await page.reload()
  await expect(label(page)).toHaveText('Connected')
  await expect(button.locator('.glyph')).toHaveCount(0)

  await test.step('with reduced motion and storage blocked the end shows at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    await blockStorage(page)
    await page.clock.resume()
    // Free allows two Applets.
    await api('POST', '/applets/home-hub/disable')
    await page.goto(NO_CONSENT_APPLET)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    await pauseClock(page)
    const saidAtOnce = await recordAnnouncements(page)
    await button.click()
    // No timer runs, so only the response can have changed the label.
    await expect(label(page)).toHaveText('Connected')
    expect(await knobAt(page)).toBe('end')
    await expect(button.locator('.meter')).toBeHidden()
    expect((await saidAtOnce()).at(-1)).toBe('Connected')
  })
})
