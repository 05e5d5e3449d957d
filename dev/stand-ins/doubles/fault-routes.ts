import { Hono } from 'hono'
import { FAULT_CHOICES } from '../services/faults/fault-choices.ts'
import type { DoubleContext } from './context/double-context.ts'
import { GONE } from './context/fault-form.ts'

/** What the buttons of the fault form do. `gone`: the service's answer for an account that is over; null without one. */
export function faultRoutes(ctx: DoubleContext, gone: { status: number; body: string } | null): Hono {
  const app = new Hono()
  app.post('/control/fault', async (c) => {
    const { what = '', calls: times = '1' } = await c.req.parseBody<{ what?: string; calls?: string }>()
    const calls = Number(times)
    const choice = FAULT_CHOICES[what]
    if (!(calls >= 1)) return c.text('Say how many answers.', 400)
    if (what === GONE && gone) ctx.addFault({ kind: 'answer', content_type: 'application/json', ...gone, calls })
    else if (choice) ctx.addFault({ ...choice.fault, ...(choice.afterwards && { afterwards: true }), calls })
    else return c.text('There is no such fault.', 400)
    return c.redirect(ctx.address, 303)
  })
  app.post('/control/faults/end', (c) => {
    ctx.endFaults()
    return c.redirect(ctx.address, 303)
  })
  return app
}
