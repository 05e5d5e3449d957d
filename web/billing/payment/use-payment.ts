import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SubscriptionResponse } from '../../../worker/contract/billing/checkout.ts'
import { paymentDriver, type PaymentPorts } from './payment-driver.ts'
import { IDLE, type PaymentEvent, type PaymentState } from './payment-flow.ts'
import type { PaymentProblem } from './payment-problem.ts'

type Outcomes = {
  /** `settled`: the payment was refused; false while its outcome is unknown. */
  onProblem(problem: PaymentProblem, settled: boolean): void
  onPaid(subscription: SubscriptionResponse): void
}

/** The payment flow of one checkout; `send` returns the state after the event. */
export function usePayment(ports: PaymentPorts, { onProblem, onPaid }: Outcomes) {
  const [state, setState] = useState(IDLE)
  const driver = useRef<ReturnType<typeof paymentDriver>>(null)
  const changed = useEffectEvent((next: PaymentState) => {
    setState(next)
    if (next.kind === 'paid') onPaid(next.subscription)
    else if (next.kind !== 'submitting' && next.problem) onProblem(next.problem, next.kind === 'idle')
  })
  const latest = useEffectEvent(() => ports)

  useEffect(() => {
    driver.current = paymentDriver(
      {
        makeMethod: (by) => latest().makeMethod(by),
        subscribe: (request, key) => latest().subscribe(request, key),
        confirm: (intent) => latest().confirm(intent),
        reread: (id) => latest().reread(id),
      },
      (next) => changed(next),
    )
  }, [])

  const send = useCallback((event: PaymentEvent): PaymentState => {
    driver.current?.send(event)
    return driver.current?.state() ?? IDLE
  }, [])
  return { state, send }
}

export type Payment = ReturnType<typeof usePayment>
