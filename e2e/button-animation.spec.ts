import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from './axe.ts'
import { blockStorage } from './block-storage.ts'
import { consent, mainButton } from './connect-page.ts'
import { expect, signIn, test } from './journey.ts'

// A picture of each step costs more than the step, and would slow what is timed.
test.use({ trace: 'off' })

/** `sunset-lights` is disabled for free@demo.test and needs no consent: its Reconnect is a connect without a redirect. */
const PLAIN = '/applets/sunset-lights'

const label = (page: Page) => mainButton(page).locator('.label')

/** The page with its timers in our hands; calls and CSS run as ever. */
async function openHeld(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await expect(mainButton(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

/** Where the knob comes to rest: its distance from both ends of the button. */
async function knobAt(page: Page): Promise<'start' | 'end' | 'between'> {
  const [knob, pill] = await Promise.all([
    mainButton(page).locator('.knob').boundingBox(),
    mainButton(page).boundingBox(),
  ])
  if (!knob || !pill) return 'between'
  if (Math.abs(knob.x - pill.x - 8) < 1.5) return 'start'
  return Math.abs(pill.x + pill.width - knob.x - knob.width - 8) < 1.5 ? 'end' : 'between'
}

/** From now on, all that is put into the panel's live region. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const region = document.querySelector('.connect-panel > output')
    if (!region) throw new Error('no live region')
    const hear = () => said.push(region.textContent)
    new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said.filter(Boolean))
}

/** The server's answer to Reconnect waits until it is let go. */
async function holdSave(page: Page): Promise<() => void> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/applets/*', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  return answer
}

test('connect: knob, meter, Connecting… for 2000 ms and 1500 ms more, then Connected, said once each (§4.11)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
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

test('the meter starts once the knob has left, and goes on while the call lasts (§4.11)', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  await page.goto(PLAIN)
  const answer = await holdSave(page)
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
  answer()
  await expect(label(page)).toHaveText('Connected')
})

test('a live channel: Connecting..., then Connected with a check mark of 232 frames at 58 a second (§4.11)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
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

test('disconnect by keyboard: the knob slides, Disconnecting…, Disconnected, then the label returns (§4.11)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
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

test('a change of mind during the success animation: the last intent wins, here and at the server (fault 41)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
  await openHeld(page, PLAIN)
  const button = mainButton(page)
  await button.click()
  await expect(button).toHaveClass(/succeeding/)
  await button.click()
  await expect(button).toHaveClass(/releasing/)
  await button.click()
  await expect(button).toHaveClass(/succeeding/)
  await button.click()
  await expect(button).toHaveClass(/releasing/)
  await page.clock.runFor(10_000)
  await expect(label(page)).toHaveText('Reconnect')
  await page.reload()
  await expect(label(page)).toHaveText('Reconnect')
})

test('a double click is one press, and a key held down is one too', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/api\/applets\/\d/.test(request.url()) && request.method() !== 'GET') calls.push(request.method())
  })
  await openHeld(page, PLAIN)
  await mainButton(page).dblclick()
  await expect(mainButton(page)).toHaveClass(/succeeding/)
  await page.clock.runFor(3500)
  await mainButton(page).focus()
  await page.keyboard.down('Enter')
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(mainButton(page)).toHaveClass(/releasing/)
  await page.clock.runFor(5000)
  await expect(label(page)).toHaveText('Reconnect')
  expect(calls).toEqual(['PATCH', 'POST'])
})

test('back from consent the connect goes on and is played once; a reload is at rest (§4.10, §4.11)', async ({
  page,
}) => {
  await signIn(page, 'free@demo.test')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    const look = () => {
      const kind = document.querySelector('.connect-button')?.className.split(' ').at(-1) ?? ''
      if (kind && kind !== seen.at(-1)) seen.push(kind)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] })
  })
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  await page.goto('/applets/star-to-sheet')
  await mainButton(page).click()
  await consent(page, 'octoforge', 'Allow')
  await consent(page, 'sheetly', 'Allow')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(label(page)).toHaveText('Connected')
  expect(await seen()).toEqual(['idle', 'creating', 'succeeding', 'succeeded', 'idle'])
  await page.reload()
  await expect(label(page)).toHaveText('Connected')
  await page.waitForLoadState('networkidle')
  expect(await seen()).toEqual(['idle'])
})

test.describe('with reduced motion, on a small phone, with storage blocked', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 320, height: 640 } })

  test('the end state is there at once, and still said (§4.11)', async ({ page }) => {
    await signIn(page, 'free@demo.test')
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

test('axe finds nothing on the button while it connects, light and dark', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  const answer = await holdSave(page)
  await page.goto(PLAIN)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveAttribute('aria-busy', 'true')
  await expectNoAxeFindings(page, '.connect-panel')
  answer()
})

test('the label is 14 px or more and at most 22, 28 or 30, on one line, while the window is resized (§5, §9)', async ({
  page,
}) => {
  await page.goto('/applets/star-to-sheet')
  const sizes = async (text: string, width: number) => {
    await page.setViewportSize({ width, height: 700 })
    return label(page).evaluate((each, words) => {
      if (each.textContent !== words) {
        each.textContent = words
        const { length } = words
        const named = length <= 12 ? 'short' : length <= 14 ? 'middling' : length <= 17 ? 'long' : 'longest'
        each.parentElement?.classList.remove('short', 'middling', 'long', 'longest')
        each.parentElement?.classList.add(named)
      }
      const { fontSize, lineHeight } = getComputedStyle(each)
      const lines = Math.round(each.getBoundingClientRect().height / Number.parseFloat(lineHeight))
      return { size: Number.parseFloat(fontSize), lines }
    }, text)
  }
  const WIDTHS = [320, 360, 390, 483, 484, 600, 723, 724, 1024, 1025, 1444, 1445, 1924]
  for (const text of ['Reconnect', 'Disconnecting…', 'Connect Octoforge', 'Connect Skycast Weather…']) {
    for (const width of WIDTHS) {
      const { size, lines } = await sizes(text, width)
      const most = width < 724 ? 22 : width <= 1444 ? 28 : 30
      expect(size, `${text} at ${width}`).toBeGreaterThanOrEqual(14)
      expect(size, `${text} at ${width}`).toBeLessThanOrEqual(most)
      // Only 24 wide letters at the floor of 14 px may need a second line, on the smallest phones.
      if (text.length < 24 || size > 14) expect(lines, `${text} at ${width}`).toBe(1)
    }
  }
  // The ceilings are reached, each on its side of 724 and of 1444.
  expect((await sizes('Reconnect', 723)).size).toBe(22)
  expect((await sizes('Reconnect', 724)).size).toBe(28)
  expect((await sizes('Reconnect', 1444)).size).toBe(28)
  expect((await sizes('Reconnect', 1445)).size).toBe(30)
})
