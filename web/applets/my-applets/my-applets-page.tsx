import { useRef, useState } from 'react'
import type { MyApplets } from '../../../worker/contract/applets/applet.ts'
import type { Tier } from '../../../worker/contract/tiers.ts'
import { api } from '../../api/api-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import type { PageProps, Session } from '../../site/session.ts'
import { upgradeRequestFor } from '../../upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../../upgrade/upgrade-link.tsx'
import { useAddressError } from '../../site/use-address-error.ts'
import { NothingYet } from '../../ui/panel/empty-state.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { nowIs } from '../words/applet-words.ts'
import { MyAppletsSection } from './my-applets-section.tsx'
import { quotaLine, quotaRules, restored, sectionsOf } from './my-applets-groups.ts'

type MyAppletsPageData = MyApplets & {
  tier: Tier
  /** How many may be enabled at once; null means any number. */
  quota: number | null
}

/** The user's own Applets: enabled, disabled, created and archived (§D3.1). */
export function Page({ data, session }: PageProps<MyAppletsPageData>) {
  const [applets, setApplets] = useState(data.applets)
  const [restoring, setRestoring] = useState<number | null>(null)
  const flash = useFlash()
  useAddressError()
  const title = useRef<HTMLHeadingElement>(null)
  const { enabled, paused, disabled, created, archived } = sectionsOf(applets)

  async function restore(id: number) {
    setRestoring(id)
    try {
      const { applet } = await api.restoreApplet(id)
      setApplets((known) => restored(known, id, applet.status))
      // The pressed button is gone, so the focus moves to the top of the list.
      title.current?.focus({ preventScroll: true })
      flash('success', nowIs('restored', applet))
    } catch (error) {
      flash('danger', messageOf(error))
    } finally {
      setRestoring(null)
    }
  }

  return (
    <div className="my-applets-page page">
      <header>
        <h1 ref={title} tabIndex={-1}>
          My Applets
        </h1>
        {applets.length > 0 && <Quota enabled={enabled.length} data={data} session={session} />}
      </header>
      {applets.length === 0 && (
        <NothingYet
          title="No Applets yet"
          text="Applets you turn on or create appear here. Start with one that others like."
        />
      )}
      {applets.length > 0 && (
        <MyAppletsSection name="enabled" applets={enabled}>
          <p className="quiet-text">
            You have no running Applets right now. Turn one on, or <a href="/explore">find another</a>.
          </p>
        </MyAppletsSection>
      )}
      <MyAppletsSection name="paused" applets={paused} note={<PausedNote count={paused.length} />} />
      <MyAppletsSection name="disabled" applets={disabled} />
      <MyAppletsSection name="created" applets={created} />
      <MyAppletsSection name="archived" applets={archived} onRestore={restore} restoring={restoring} />
    </div>
  )
}

type QuotaProps = { enabled: number; data: MyAppletsPageData; session: Promise<Session> }

/** When the quota is used up, it links to a larger one (§6). */
function Quota({ enabled, data: { tier, quota }, session }: QuotaProps) {
  const ask = upgradeRequestFor(quotaRules(tier, enabled))
  return (
    <p className="quota">
      {quotaLine(enabled, quota)}
      {ask && (
        <>
          {' · '}
          <UpgradeLink {...ask} session={session}>
            Get more
          </UpgradeLink>
        </>
      )}
    </p>
  )
}

/** After a plan ended or shrank: the Applets that it no longer allows wait with their settings kept. */
function PausedNote({ count }: { count: number }) {
  return (
    <p className="quiet-text">
      Your plan has no room for {count === 1 ? 'this Applet' : 'these Applets'} right now, or does not include what{' '}
      {count === 1 ? 'it uses' : 'they use'}. Nothing is lost: {count === 1 ? 'it turns' : 'they turn'} back on as soon
      as that changes. <a href="/plans">Compare plans</a>
    </p>
  )
}
