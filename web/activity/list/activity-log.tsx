import type { ReactNode } from 'react'
import { ACTIVITY_FILTERS, type ActivityPage } from '../../../worker/contract/activity/activity-entry.ts'
import { RUN_FILTERS } from '../../../worker/contract/runs/applet-run.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { EmptyState, NothingYet } from '../../ui/panel/empty-state.tsx'
import { OUTCOME_WORDS } from '../../ui/run-state/run-state-words.ts'
import { addressWith, isFiltered, type Filter } from './activity-filter.ts'
import { ActivityList } from './activity-list.tsx'
import { ActivitySearch } from './activity-search.tsx'
import { FILTER_WORDS } from './activity-words.ts'
import '../../ui/filter-links.css'
import '../../ui/pager.css'
import './activity-log.css'

type Props = ActivityPage & {
  path: string
  filter: Filter
  timeZone: string
  /** To filter by. Null on a single Applet's page, which names it once, above the list. */
  applets: readonly { id: number; name: string }[] | null
  /** Above the list, such as what can be done with all that it shows. */
  children?: ReactNode
}

/** A page of runs and changes with its filters and the link to the next page. Works with plain links and GET parameters. */
export function ActivityLog(props: Props) {
  const { entries, next, runs_unavailable, path, filter, timeZone, applets, children } = props
  return (
    <>
      <div className="activity-filters">
        <KindLinks path={path} filter={filter} />
        {filter.kind === 'runs' ? <OutcomeLinks path={path} filter={filter} /> : null}
        <ActivitySearch path={path} filter={filter} applets={applets ?? []} />
      </div>
      {runs_unavailable ? (
        <output className="runs-away">Runs can't be read right now. Your changes are shown. Please try again.</output>
      ) : null}
      {children}
      {entries.length > 0 ? (
        <ActivityList entries={entries} timeZone={timeZone} withApplet={applets !== null} />
      ) : (
        <Nothing path={path} filter={filter} />
      )}
      <Pager path={path} filter={filter} next={next} />
    </>
  )
}

type Where = { path: string; filter: Filter }

function KindLinks({ path, filter }: Where) {
  return (
    <nav aria-label="Kind of activity">
      <ul className="filter-links">
        {(['all', ...ACTIVITY_FILTERS] as const).map((kind) => {
          const chosen = kind === 'all' ? null : kind
          return (
            <li key={kind}>
              <a
                href={addressWith(path, { ...filter, kind: chosen, outcome: null, before: null })}
                aria-current={filter.kind === chosen ? 'page' : undefined}
              >
                {FILTER_WORDS[kind]}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function OutcomeLinks({ path, filter }: Where) {
  return (
    <nav aria-label="Outcome of runs">
      <ul className="filter-links">
        {([null, ...RUN_FILTERS] as const).map((outcome) => (
          <li key={outcome ?? 'any'}>
            <a
              href={addressWith(path, { ...filter, outcome, before: null })}
              aria-current={filter.outcome === outcome ? 'page' : undefined}
            >
              {outcome ? OUTCOME_WORDS[outcome] : 'Any outcome'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Nothing({ path, filter }: Where) {
  if (isFiltered(filter)) {
    return (
      <EmptyState title="Nothing here" text="No activity matches your filters.">
        <ButtonLink kind="secondary" href={path}>
          Show everything
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <NothingYet
      title="Nothing happened yet"
      text="Your Applets' runs and your changes to Applets and connections appear here."
    />
  )
}

function Pager({ path, filter, next }: Where & { next: string | null }) {
  if (!next && !filter.before) return null
  return (
    <nav className="pager" aria-label="Pages">
      {filter.before ? (
        <ButtonLink kind="secondary" size="small" href={addressWith(path, { ...filter, before: null })}>
          Newest
        </ButtonLink>
      ) : null}
      {next ? (
        <ButtonLink kind="secondary" size="small" rel="next" href={addressWith(path, { ...filter, before: next })}>
          Older
        </ButtonLink>
      ) : null}
    </nav>
  )
}
