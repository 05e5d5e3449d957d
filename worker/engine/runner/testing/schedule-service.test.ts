import { expect, test } from 'vitest'
import { DAY } from '../../../contract/shared/durations.ts'
import { findService } from '../../../services/known-services.ts'
import { aBranch, aProgram, aStep, PRO } from './applet-makers.ts'
import { Scene } from './scene.ts'

const schedule = findService('schedule')
if (!schedule) throw new Error('No schedule')

test('a cron expression runs its Applet, which knows the next times', async () => {
  const cron = { cron: '30 7 * * 1-5' }
  const step = { module_name: 'schedule', account_id: null }
  const next = { ...step, id: 1, kind: 'query', slug: 'next_time', fields: cron } as const
  const tell = aStep(2, 'key', { text: '{{Weekday}} {{Time}}, then {{Schedule.nextTime.Date}}' })
  const trigger = { ...step, id: 0, kind: 'trigger', slug: 'cron', fields: cron, identity: 'weekday mornings' } as const
  const scene = new Scene([aProgram(1, [aBranch(trigger, [tell], { queries: [next] })])], {
    services: { schedule },
    subscriptions: [...PRO],
    timezone: 'Europe/Berlin',
  })
  // From Tuesday noon on.
  await scene.pass(6 * DAY)
  expect(scene.far.effects.map(({ body }) => body).join('\n')).toMatch(
    /Wednesday 07:30, then 2026-03-12[^]*Thursday 07:30, then 2026-03-13[^]*Friday 07:30, then 2026-03-16[^]*Monday 07:30, then 2026-03-17/,
  )
  expect(scene.far.effects).toHaveLength(4)
})
