import { useEffect, useEffectEvent, useState } from 'react'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { debugLog } from '../../../browser/report/debug-log.ts'
import { sessionStore } from '../../../browser/storage/storage.ts'
import { whenHidden } from '../../../browser/observe/when-hidden.ts'
import { askGraphql } from '../../../browser/api/graphql-client.ts'
import { useSite } from '../../../site/site-context.tsx'
import { abandonedWatch, tellAbandoned } from './abandoned-checkout.ts'
import type { PaymentState } from '../../payment/payment-flow.ts'

type Given = { user_id: string; plan: SoldPlan; state: PaymentState }

/** Failures are not reported (§5). */
const ask: Parameters<typeof tellAbandoned>[1]['ask'] = (operation, variables) =>
  askGraphql(operation, { userProAbandonedCheckoutEmail: { errors: 'list' } }, variables, { tell: () => {} })

/** Reports a checkout that is closed or hidden before it is paid (§7 Abandoned checkout). */
export function useAbandonedCheckout({ user_id, plan, state }: Given): { chose(): void } {
  const { debug = false } = useSite()
  const [watch] = useState(() =>
    abandonedWatch({
      user_id,
      store: sessionStore,
      tell: (left) => tellAbandoned(left, { debug, ask, log: debugLog }),
    }),
  )
  const leave = useEffectEvent(() => watch.left(plan, state))
  useEffect(() => {
    const stop = whenHidden(() => leave())
    return () => {
      stop()
      leave()
    }
  }, [])
  return watch
}
