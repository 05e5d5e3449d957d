import { CAMPAIGN_TERMS } from '../../../worker/contract/billing/campaign.ts'
import { upgradeTitle } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import { DEFAULT_PLAN } from '../../../worker/contract/upgrade/upgrade.ts'
import './campaign-offer.css'

/** The running campaign's title (§2.4), and what it means. */
export function CampaignOffer() {
  return (
    <p className="campaign-offer">
      <b>{upgradeTitle('holiday', { plan: DEFAULT_PLAN, trialDays: null })}</b> {CAMPAIGN_TERMS}
    </p>
  )
}
