import { useEffect, useEffectEvent, useState } from 'react'
import type { SoldPlan } from '../../worker/contract/tiers.ts'
import { debugLog } from '../browser/debug-log.ts'
import { sessionStore } from '../browser/storage.ts'
import { whenHidden } from '../browser/when-hidden.ts'
import { askGraphql } from '../graphql.ts'
import { useSite } from '../site/site-context.tsx'
import { abandonedWatch, tellAbandoned } from './abandoned.ts'
import type { PaymentState } from './payment-flow.ts'

type Given = { user_id: string; plan: SoldPlan; state: PaymentState }

/** Tells of a checkout that is closed, or whose page goes out of sight, without having paid (§7 Abandoned checkout). */
export function useAbandoned({ user_id, plan, state }: Given): { chose(): void } {
  const { debug = false } = useSite()
  const [watch] = useState(() =>
    abandonedWatch({
      user_id,
      store: sessionStore,
      tell: (left) => tellAbandoned(left, { debug, ask: askGraphql, log: debugLog }),
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
