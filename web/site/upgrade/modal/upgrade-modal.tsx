import { use, useEffect, useId, useState } from 'react'
import type { Me } from '../../../../worker/contract/accounts/me.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { UpgradeFallbackRedirect } from '../store/upgrade-fallback-redirect.tsx'
import { useSite } from '../../site-context.tsx'
import type { OpenUpgrade, UpgradeModalProps } from '../store/upgrade-modal-store.ts'
import { PageDialog } from '../../../ui/dialog/page-dialog.tsx'
import { Illustration } from './upgrade-illustration.tsx'
import { ModalContent } from './modal-content.tsx'
import { expectedUpgrade } from './expected-upgrade.ts'
import { upgradeOf } from './upgrade-content.ts'
import { UpgradeBenefits } from './upgrade-benefits.tsx'
import { UpgradeHead } from './upgrade-head.tsx'
import { headOf } from './upgrade-head-words.ts'
import { useModalEnding } from './use-modal-ending.ts'
import { useModalData } from '../modal-data/use-modal-data.ts'
import './upgrade-modal.css'

/** The upgrade modal (§2.4), in its own chunk, loaded when the pointer or focus nears what opens it. */
export function UpgradeModal({ asked, session }: UpgradeModalProps) {
  const viewer = use(session)
  return viewer.kind === 'user' ? <Offer asked={asked} me={viewer.me} /> : <UpgradeFallbackRedirect asked={asked} />
}

/** While its data is loading, it shows the size and texts expected for this viewer. */
function Offer({ asked, me }: { asked: OpenUpgrade; me: Me }) {
  const { product_name: product } = useSite()
  const titleId = useId()
  const { state, again } = useModalData(asked, me.id)
  const [campaignEnded, setCampaignEnded] = useState(false)
  const ending = useModalEnding(asked, me.id)
  const gone = state.kind === 'gone'
  // The other page replaces the modal's history entry.
  useEffect(() => {
    if (gone) asked.onEnd(null)
  }, [gone, asked])
  const ready = state.kind === 'ready' ? state : null
  const upgrade = ready
    ? upgradeOf(asked, { ...ready.data, ...(campaignEnded && { campaign: null }) }, ready.details)
    : expectedUpgrade(asked, me)
  const head = headOf(upgrade, ready?.data ?? me, { product, editing: asked.editing ?? false })

  return (
    <PageDialog titleId={titleId} onClose={ending.close} size={upgrade.content === 'checkout' ? 'full' : 'fitting'}>
      <div className="upgrade-modal" aria-busy={ready ? undefined : true}>
        <UpgradeHead head={head} titleId={titleId} />
        <div className="content">
          <ModalContent
            trialing={me.isTrialing}
            upgrade={upgrade}
            data={ready?.data ?? null}
            again={again}
            onCampaignEnded={() => setCampaignEnded(true)}
            ending={ending}
          />
        </div>
        <Side plan={upgrade.plan} />
      </div>
    </PageDialog>
  )
}

/** The left panel, which stays in view while the offer scrolls; on a phone, only the benefits, below what is to be done. */
function Side({ plan }: { plan: SoldPlan }) {
  return (
    <div className="side">
      <div className="stays">
        <div className="picture">
          <Illustration />
        </div>
        <UpgradeBenefits plan={plan} />
      </div>
    </div>
  )
}
