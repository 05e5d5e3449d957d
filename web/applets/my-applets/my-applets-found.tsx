import type { ReactNode } from 'react'
import type { MyApplet } from '../../../worker/contract/applets/my-applets.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import type { Clock } from '../../ui/dates/dates.ts'
import { EmptyState } from '../../ui/panel/empty-state.tsx'
import { MyAppletItem, type Restoring } from './my-applet-item.tsx'
import { addressWith, MY_APPLETS_PATH, type MyAppletsFilter } from './my-applets-filter.ts'
import { foundLine, sortLine, statusLine } from './my-applets-words.ts'
import './my-applets.css'

type Props = Restoring & {
  applets: readonly MyApplet[]
  count: number
  next: string | null
  filter: MyAppletsFilter
  clock: Clock
  /** Shown above the Applets. */
  note?: ReactNode
}

/** One list of what was searched, filtered or sorted, page by page. */
export function MyAppletsFound({ applets, count, next, filter, clock, note, ...restoring }: Props) {
  if (applets.length === 0) {
    return (
      <EmptyState title="No Applets match" text="Try fewer words, or another status or service.">
        <ButtonLink kind="secondary" href={MY_APPLETS_PATH}>
          Show all my Applets
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <section className="my-applets-section" aria-labelledby="found">
      <h2 id="found">
        {foundLine(count)}{' '}
        <a className="clear" href={MY_APPLETS_PATH}>
          Clear
        </a>
      </h2>
      {note}
      <ul className="card-grid">
        {applets.map((applet) => (
          <MyAppletItem
            key={applet.id}
            applet={applet}
            notes={[statusLine(applet), sortLine(applet, filter.sort, clock)]}
            {...restoring}
          />
        ))}
      </ul>
      <Pager filter={filter} next={next} />
    </section>
  )
}

function Pager({ filter, next }: Pick<Props, 'filter' | 'next'>) {
  if (!next && !filter.after) return null
  return (
    <nav className="my-applets-pager" aria-label="Pages">
      {filter.after && (
        <ButtonLink kind="secondary" size="small" href={addressWith({ ...filter, after: null })}>
          First page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink kind="secondary" size="small" rel="next" href={addressWith({ ...filter, after: next })}>
          Next page
        </ButtonLink>
      )}
    </nav>
  )
}
