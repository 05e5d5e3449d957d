import { apiClient } from '../testing/api-client.ts'
import { expectNoAxeFindings } from '../testing/axe.ts'
import { blockStorage } from '../testing/block-storage.ts'
import { mainButton } from '../pages/connect-page.ts'
import {
  knobAt,
  label,
  recordAnnouncements,
  openWithPausedClock,
  NO_CONSENT_APPLET,
  ENABLE_CALL,
} from '../pages/held-button.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §4.11-01 §4.11-04 §4.11-05
test('connecting shows Connecting… for 3500 ms, then Connected', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await openWithPausedClock(page, NO_CONSENT_APPLET)
  const said = await recordAnnouncements(page)
  const button = mainButton(page)
  await expect.poll(() => knobAt(page)).toBe('start')
  await button.click()
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
  expect(await said()).toEqual(['Connecting…', 'Connected'])
})

// §4.11-01
test('the meter starts after the knob and runs during the call', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto(NO_CONSENT_APPLET)
  const { release } = await holdBack(page, ENABLE_CALL)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveAttribute('aria-busy', 'true')
  const slide = await mainButton(page)
    .locator('.knob')
    .evaluate((each) => getComputedStyle(each).transitionDuration)
  await expect(mainButton(page).locator('.meter')).toHaveCSS('transition-delay', slide)
  const width = () => mainButton(page).evaluate((each) => each.querySelector('.meter')?.getBoundingClientRect().width)
  await expect.poll(width).toBeGreaterThan(20)
  const before = (await width()) ?? 0
  await expect.poll(width).toBeGreaterThan(before)
  await expectNoAxeFindings(page, '.connect-panel')
  // A press during the call is ignored.
  await mainButton(page).click({ force: true })
  release()
  await expect(label(page)).toHaveText('Connected')
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
})

// §4.11-08
test('disconnecting by keyboard slides the knob and restores the label', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await openWithPausedClock(page, '/applets/hook-to-notification')
  const said = await recordAnnouncements(page)
  const button = mainButton(page)
  await expect.poll(() => knobAt(page)).toBe('end')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveClass(/releasing/)
  await expect(label(page)).toHaveText('Disconnecting…')
  // The label appears only after the knob has slid back.
  const slide = await button.locator('.knob').evaluate((each) => getComputedStyle(each).transitionDuration)
  await expect(label(page)).toHaveCSS('animation-delay', slide)
  await expect.poll(() => knobAt(page)).toBe('start')
  await page.clock.runFor(1000)
  await expect(label(page)).toHaveText('Disconnected')
  await page.clock.runFor(1499)
  await expect(label(page)).toHaveText('Disconnected')
  await page.clock.runFor(1)
  await expect(label(page)).toHaveText('Reconnect')
  await expect(button).toBeFocused()
  expect(await said()).toEqual(['Disconnecting…', 'Disconnected'])
})

test.describe('with reduced motion, on a small phone, with storage blocked', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 320, height: 640 } })

  test('the end state shows at once and is announced', async ({ page, site }) => {
    await signIn(page, site, 'free@demo.test')
    await blockStorage(page)
    await openWithPausedClock(page, NO_CONSENT_APPLET)
    const said = await recordAnnouncements(page)
    await mainButton(page).click()
    // No timer runs, so only the response can have changed the label.
    await expect(label(page)).toHaveText('Connected')
    expect(await knobAt(page)).toBe('end')
    await expect(mainButton(page).locator('.meter')).toBeHidden()
    expect((await said()).at(-1)).toBe('Connected')
  })
})
