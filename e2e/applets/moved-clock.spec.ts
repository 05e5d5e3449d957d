import { openAs } from '../testing/scenes.ts'
import { expect, test } from '../testing/journey.ts'

// §D16-07
test('a waiting run goes on when the clock is moved', async ({ page, request, site }) => {
  const anHour = site.env.DB.prepare(
    "update applets set actions_delay = 3600 where friendly_id = 'hook-to-notification'",
  )
  await anHour.run()
  await openAs(page, site, 'free@demo.test', '/applets/hook-to-notification')
  const hook = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
  const accepted = await request.post(hook, { data: { value1: 'The kettle boils' } })
  expect(accepted.status()).toBe(202)
  const { receipt } = (await accepted.json()) as { receipt: string }
  const state = async () => {
    const answer = await request.get(`${hook}/receipts/${receipt}`)
    return ((await answer.json()) as { runs: { state: string }[] }).runs.map((run) => run.state)
  }
  await expect.poll(state).toEqual(['waiting'])
  const clock = await request.post(`${site.standIns.clock.origin}/move`, { form: { hours: '1' } })
  expect(await clock.text()).toContain('1 h ahead')
  await expect.poll(state).toEqual(['done'])
})
