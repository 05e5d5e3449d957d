import { consent, mainButton } from '../pages/connect-page.ts'
import { expect, signIn, test } from '../testing/journey.ts'

/** Keeps what the main button showed in this document, and whether its Applet was enabled there. */
function watchButton() {
  const seen: string[] = []
  Object.assign(globalThis, { seen })
  const look = () => {
    const kind = document.querySelector('.connect-button')?.className.split(' ').at(-1) ?? ''
    if (kind && kind !== seen.at(-1)) seen.push(kind)
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['class'] })
  addEventListener('appletEnabled', () => document.documentElement.setAttribute('data-enabled-event', 'seen'))
}

// §1-06 §2.1-10 §2.1-15 §2.2-20 §2.4-30 §4.10-18
test('one press connects two services and enables the Applet', async ({ page, site }) => {
  await signIn(page, site, 'free@demo.test')
  await page.addInitScript(watchButton)
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  await page.goto('/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText(/Connect GitHub/)
  await mainButton(page).click()
  await consent(page, 'github')
  await consent(page, 'google_sheets')
  await page.waitForURL('**/applets/star-to-sheet')
  await expect(mainButton(page)).toHaveText('Connected')
  await expect(page.locator('html')).toHaveAttribute('data-enabled-event', 'seen')
  expect(await seen()).toEqual(['idle', 'creating', 'succeeding', 'succeeded', 'idle'])
  await page.reload()
  await expect(mainButton(page)).toHaveText('Connected')
  await page.waitForLoadState('networkidle')
  expect(await seen()).toEqual(['idle'])

  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await page.reload()
  await expect(mainButton(page)).toHaveText(/Reconnect/)
  await mainButton(page).click()
  await expect(mainButton(page)).toHaveText(/Connected/)

  await page.goto('/settings/connections')
  await expect(page.getByText('octocat')).toBeVisible()
  await expect(page.getByText('ada@gmail.example')).toBeVisible()
})
