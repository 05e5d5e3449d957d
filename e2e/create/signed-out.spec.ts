import { sendSignIn } from '../pages/sign-in-form.ts'
import { expect, test } from '../testing/journey.ts'
import { waitForHydration } from '../testing/scenes.ts'

test('a sentence of a link asks nobody by itself', async ({ page, site }) => {
  const start = 'Wenn es regnet, schick "50 % & mehr" an #küche + mich? 🌧 '
  const sentence = start.padEnd(500, 'жук ')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/drafts')) asked.push(request.url())
  })
  await page.goto(`/create?describe=${encodeURIComponent(sentence)}`)
  await page.waitForURL(/\/login\?return_to=/)
  await sendSignIn(page, 'free@demo.test', 'wrong password here')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText('Wrong email or password.')
  await sendSignIn(page, 'free@demo.test')
  await page.waitForURL(/\/create\?describe=/)
  await expect(page.getByLabel('What should happen, and when?')).toHaveValue(sentence)
  await waitForHydration(page)
  expect(asked).toEqual([])
  expect(await site.env.DB.prepare('select count(*) as count from drafts').first('count')).toBe(0)
})
