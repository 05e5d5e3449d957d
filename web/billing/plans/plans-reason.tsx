import { Suspense, use } from 'react'
import type { ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import type { Session } from '../../site/session/session.ts'
import { CampaignOffer } from '../campaign/campaign-offer.tsx'
import { isForViewer, queryWithout, reasonTitle } from './plan-upgrade-step.ts'
import './plans-page.css'

type Props = {
  query: Record<string, string | undefined>
  campaign: string | null
  session: Promise<Session<ViewerPlans | null>>
}

/** Why the viewer was sent here. A campaign's place is kept until it is known whether it is for this viewer. */
export function PlansReason(props: Props) {
  const { query, campaign } = props
  if (query.reason !== 'holiday' || campaign === null) return <Reason query={queryWithout(false, query)} />
  return (
    <Suspense
      fallback={
        <div className="prices-kept">
          <CampaignOffer />
        </div>
      }
    >
      <ViewerReason {...props} />
    </Suspense>
  )
}

function ViewerReason({ query, campaign, session }: Props) {
  return isForViewer(campaign, use(session)) ? <CampaignOffer /> : <Reason query={queryWithout(false, query)} />
}

function Reason({ query }: Pick<Props, 'query'>) {
  return <p className="reason">{reasonTitle(query)}</p>
}
