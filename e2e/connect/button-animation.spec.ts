import { blockStorage } from '../testing/block-storage.ts'
import { consent, mainButton } from '../pages/connect-page.ts'
import { knobAt, label, listen, openHeld, PLAIN, SAVE } from '../pages/held-button.ts'
import { holdBack } from '../testing/hold-back.ts'
import { expect, signIn, test } from '../testing/journey.ts'

// §4.11-01 §4.11-03 §4.11-04 §4.11-05
test('connect: knob, meter, Connecting… for 2000 ms and 1500 ms more, then Connected, said once each (§4.11)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await openHeld(page, PLAIN)
  const said = await listen(page)
  const button = mainButton(page)
  await expect.poll(() => knobAt(page)).toBe('start')
  await button.click()
  await expect(button).toHaveClass(/succeeding/)
  await expect(label(page)).toHaveText('Connecting…')
  await expect.poll(() => knobAt(page)).toBe('end')
  // The meter waits for the knob, then runs to its end.
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

// §4.11-02
test('the meter starts once the knob has left, and goes on while the call lasts (§4.11)', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto(PLAIN)
  const { come } = await holdBack(page, SAVE)
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
  // A press while the call is under way is not heard.
  await mainButton(page).click({ force: true })
  come()
  await expect(label(page)).toHaveText('Connected')
})

// §4.11-06 §4.11-07 §9-35
test('a live channel: Connecting..., then Connected with a check mark of 232 frames at 58 a second (§4.11)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await page.goto('/activate?c[]=homebase&return_to=/connections/home-hub')
  await consent(page, 'homebase', 'Allow')
  await page.waitForURL('**/connections/home-hub')
  await openHeld(page, '/connections/home-hub')
  const said = await listen(page)
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

// §4.11-08 §4.11-09 §4.11-10
test('disconnect by keyboard: the knob slides, Disconnecting…, Disconnected, then the label returns (§4.11)', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'free@demo.test')
  await openHeld(page, '/applets/hook-to-notification')
  const said = await listen(page)
  const button = mainButton(page)
  await expect.poll(() => knobAt(page)).toBe('end')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveClass(/releasing/)
  await expect(label(page)).toHaveText('Disconnecting…')
  // It is not read before the knob is back.
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

  test('the end state is there at once, and still said (§4.11)', async ({ page, site }) => {
    await signIn(page, site, 'free@demo.test')
    await blockStorage(page)
    await openHeld(page, PLAIN)
    const said = await listen(page)
    await mainButton(page).click()
    // No timer runs, so nothing but the answer brought it here.
    await expect(label(page)).toHaveText('Connected')
    expect(await knobAt(page)).toBe('end')
    await expect(mainButton(page).locator('.meter')).toBeHidden()
    expect((await said()).at(-1)).toBe('Connected')
  })
})
