import type { ReactNode } from 'react'
import { ACTIVITY_FILTERS, type ActivityPage } from '../../worker/contract/activity/activity-entry.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState, NothingYet } from '../ui/panel/empty-state.tsx'
import { ActivityList } from './activity-list.tsx'
import { FILTER_WORDS } from './activity-words.ts'
import { addressWith, type Filter } from './activity-filter.ts'

type Props = ActivityPage & {
  path: string
  filter: Filter
  timeZone: string
  withApplet: boolean
  /** More filters. */
  children?: ReactNode
}

/** A page of the log with its filters and the link to the next page. Works with plain links and GET parameters. */
export function ActivityLog({ entries, next, path, filter, timeZone, withApplet, children }: Props) {
  return (
    <>
      <div className="activity-filters">
        <KindLinks path={path} filter={filter} />
        {children}
      </div>
      {entries.length > 0 ? (
        <ActivityList entries={entries} timeZone={timeZone} withApplet={withApplet} />
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
                href={addressWith(path, { ...filter, kind: chosen, before: null })}
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

function Nothing({ path, filter }: Where) {
  if (filter.kind || filter.applet || filter.before) {
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
    <nav className="activity-pager" aria-label="Pages">
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
