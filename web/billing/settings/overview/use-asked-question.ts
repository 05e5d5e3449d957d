import { useEffect, useRef } from 'react'
import type { BillingQuestion } from '../../../../worker/contract/billing/money-mail.ts'
import { dropFromAddress } from '../../../browser/navigation/page-address.ts'

/** Opens the question of a mail's link once: the address forgets it, so that a reload does not ask again. */
export function useAskedQuestion(question: BillingQuestion | null, ask: (what: BillingQuestion) => void) {
  const pending = useRef(question)
  useEffect(() => {
    dropFromAddress(['ask'])
    if (pending.current) ask(pending.current)
    pending.current = null
  }, [ask])
}
