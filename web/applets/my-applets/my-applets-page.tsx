import { useRef, useState } from 'react'
import { CREATE_PATH } from '../../../worker/contract/addresses.ts'
import type { MyApplets } from '../../../worker/contract/applets/my-applets.ts'
import type { DraftCard } from '../../../worker/contract/drafts/draft.ts'
import type { RunDay } from '../../../worker/contract/runs/applet-run.ts'
import type { UserTier } from '../../../worker/contract/tiers.ts'
import { hasRuns } from '../../activity/chart/chart-bars.ts'
import { RunChart } from '../../activity/chart/run-chart.tsx'
import { PauseEverything } from '../../activity/list/pause-everything.tsx'
import { api } from '../../browser/api/api-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import type { PageProps, Session } from '../../site/session/session.ts'
import { upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { UpgradeLink } from '../../site/upgrade/upgrade-link.tsx'
import { useAddressError } from '../../site/address-error/use-address-error.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import type { Clock } from '../../ui/dates/dates.ts'
import { NothingYet } from '../../ui/panel/empty-state.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { nowIs } from '../words/applet-words.ts'
import type { Restoring } from './my-applet-item.tsx'
import { isNarrowed, type MyAppletsFilter } from './my-applets-filter.ts'
import { MyAppletsFilters } from './my-applets-filters.tsx'
import { MyAppletsFound } from './my-applets-found.tsx'
import { MyAppletsSection } from './my-applets-section.tsx'
import { quotaLine, quotaRules, restored, sectionsOf } from './my-applets-groups.ts'
import { UnfinishedDrafts } from './unfinished-drafts.tsx'
import './my-applets.css'

export type MyAppletsPageData = MyApplets & {
  /** Runs of all Applets by day; null while they cannot be read. */
  days: RunDay[] | null
  /** Applets that are not finished; none while others are searched. */
  drafts: DraftCard[]
  filter: MyAppletsFilter
  clock: Clock
  user: UserTier
  /** How many may be enabled at once; null means any number. */
  quota: number | null
}

/** So few need no search, which would push them out of a phone's first screen. */
const SEEN_AT_ONCE = 3

/** The user's own Applets: enabled, disabled, created and archived, or what they searched among them. */
export function Page({ data, session }: PageProps<MyAppletsPageData>) {
  const [mine, setMine] = useState<MyApplets>(data)
  const [restoring, setRestoring] = useState<number | null>(null)
  const flash = useFlash()
  useAddressError()
  const title = useRef<HTMLHeadingElement>(null)

  async function restore(id: number) {
    setRestoring(id)
    try {
      const { applet } = await api.restoreApplet(id)
      setMine((known) => restored(known, id, applet.status))
      // The pressed button is gone, so the focus moves to the top of the list.
      title.current?.focus({ preventScroll: true })
      flash('success', nowIs('restored', applet))
    } catch (error) {
      flash('danger', messageOf(error))
    } finally {
      setRestoring(null)
    }
  }

  const narrowed = isNarrowed(data.filter)
  const archive = { restore, restoring }
  return (
    <div className="my-applets-page page">
      <header>
        <h1 ref={title} tabIndex={-1}>
          My Applets
        </h1>
        <ButtonLink size="small" href={CREATE_PATH}>
          Create
        </ButtonLink>
        {mine.total > 0 && <Quota enabled={mine.enabled} data={data} session={session} />}
      </header>
      {mine.paused_until !== null && (
        <PauseEverything pausedUntil={mine.paused_until} timeZone={data.clock.timeZone} now={data.clock.now} />
      )}
      <UnfinishedDrafts drafts={data.drafts} clock={data.clock} />
      {mine.total > 0 ? (
        <>
          {(mine.total > SEEN_AT_ONCE || narrowed) && (
            <MyAppletsFilters counts={mine.counts} services={mine.services} filter={data.filter} />
          )}
          {narrowed ? <FoundApplets mine={mine} data={data} {...archive} /> : <Sections mine={mine} {...archive} />}
          {narrowed || (data.days && !hasRuns(data.days)) ? null : (
            <RunChart days={data.days} title="Runs in the last 30 days" titleId="days" />
          )}
        </>
      ) : (
        <NothingYet
          title="No Applets yet"
          text="Applets you turn on or create appear here. Start with one that others like."
        />
      )}
    </div>
  )
}

type SectionsProps = Restoring & { mine: MyApplets }

function Sections({ mine: { applets, counts }, ...restoring }: SectionsProps) {
  const { attention, enabled, paused, disabled, unused, archived } = sectionsOf(applets)
  return (
    <>
      <MyAppletsSection name="attention" applets={attention} count={counts.attention} {...restoring} />
      <MyAppletsSection name="enabled" applets={enabled} count={counts.enabled - attention.length} {...restoring}>
        {attention.length > 0 ? null : (
          <p className="quiet-text">
            You have no running Applets right now. Turn one on, or <a href="/explore">find another</a>.
          </p>
        )}
      </MyAppletsSection>
      <MyAppletsSection
        name="paused"
        applets={paused}
        count={counts.paused}
        note={<PausedNote count={counts.paused} />}
        {...restoring}
      />
      <MyAppletsSection name="disabled" applets={disabled} count={counts.disabled} {...restoring} />
      <MyAppletsSection name="unused" applets={unused} count={counts.unused} {...restoring} />
      <MyAppletsSection name="archived" applets={archived} count={counts.archived} {...restoring} />
    </>
  )
}

function FoundApplets({
  mine: { applets, counts, next },
  data: { filter, clock },
  ...restoring
}: SectionsProps & { data: MyAppletsPageData }) {
  const { status } = filter
  // A restored Applet leaves the list of archived ones.
  const shown = status === 'archived' ? applets.filter((applet) => applet.status === 'archived') : applets
  const note = status === 'paused' ? <PausedNote count={counts.paused} /> : null
  return (
    <MyAppletsFound
      applets={shown}
      count={counts[status ?? 'all']}
      next={next}
      filter={filter}
      clock={clock}
      note={note}
      {...restoring}
    />
  )
}

type QuotaProps = { enabled: number; data: MyAppletsPageData; session: Promise<Session> }

/** When the quota is used up, it links to a larger one (§6). */
function Quota({ enabled, data: { user, quota }, session }: QuotaProps) {
  const ask = upgradeRequestFor(quotaRules(user, enabled))
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
