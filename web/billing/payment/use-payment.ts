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
  const makeMethod = useEffectEvent<PaymentPorts['makeMethod']>((by) => ports.makeMethod(by))
  const subscribe = useEffectEvent<PaymentPorts['subscribe']>((request, key) => ports.subscribe(request, key))
  const confirm = useEffectEvent<PaymentPorts['confirm']>((intent) => ports.confirm(intent))
  const reread = useEffectEvent<PaymentPorts['reread']>((id) => ports.reread(id))

  useEffect(() => {
    driver.current = paymentDriver(
      {
        makeMethod: (by) => makeMethod(by),
        subscribe: (request, key) => subscribe(request, key),
        confirm: (intent) => confirm(intent),
        reread: (id) => reread(id),
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
