import type { EventTarget } from './event-target.ts'
import { measure } from './measure-delivery.ts'
import type { Report } from './print-report.ts'
import { eventIds, sendAll, sendSteadily } from './senders.ts'

const EVENTS = 1000
const STEADY = { perSecond: 20, seconds: 30 }
const AT_ONCE = 50

/** The same senders and the same target, with another engine between them. */
export async function compareEngine(target: EventTarget, hook: string): Promise<Report> {
  await sendAll({ hooks: [hook], ids: eventIds(50, 'warm-up'), atOnce: AT_ONCE })
  const saturated = await measure(target, {
    workerd: null,
    send: () => sendAll({ hooks: [hook], ids: eventIds(EVENTS, 'saturated'), atOnce: AT_ONCE }),
  })
  const ids = eventIds(STEADY.perSecond * STEADY.seconds, 'steady')
  const steady = await measure(target, {
    workerd: null,
    send: () => sendSteadily({ hooks: [hook], ids, perSecond: STEADY.perSecond }),
  })
  return { saturated, steady, product: null }
}
