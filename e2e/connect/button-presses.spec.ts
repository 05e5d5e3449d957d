import { consent, mainButton } from '../pages/connect-page.ts'
import { label, openWithPausedClock, NO_CONSENT_APPLET } from '../pages/held-button.ts'
import { expect, signIn, test } from '../testing/journey.ts'

test('the last press during the success animation wins', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await openWithPausedClock(page, NO_CONSENT_APPLET)
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

test('a double click or a held key counts as one press', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/api\/applets\/\d/.test(request.url()) && request.method() !== 'GET') calls.push(request.method())
  })
  await openWithPausedClock(page, NO_CONSENT_APPLET)
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

// §2.2-20
test('after consent the connect animation plays once', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
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
