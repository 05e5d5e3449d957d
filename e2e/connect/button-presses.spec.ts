import { mainButton } from '../pages/connect-page.ts'
import { label, openWithPausedClock, NO_CONSENT_APPLET } from '../pages/held-button.ts'
import { expect, signIn, test } from '../testing/journey.ts'

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
