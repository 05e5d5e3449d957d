import type { ReactNode } from 'react'
import type { MyApplet } from '../../../worker/contract/applets/my-applets.ts'
import { MyAppletItem, type Restoring } from './my-applet-item.tsx'
import { addressWith, NO_FILTER } from './my-applets-filter.ts'
import type { MySection } from './my-applets-groups.ts'
import { STATUS_WORDS } from './my-applets-words.ts'
import './my-applets.css'

type Props = Restoring & {
  name: MySection
  applets: readonly MyApplet[]
  /** How many there are; the section shows the last changed ones. */
  count: number
  /** Shown while the section is empty; without it an empty section is left out. */
  children?: ReactNode
  /** Shown above the Applets. */
  note?: ReactNode
}

export function MyAppletsSection({ name, applets, count, children, note, ...restoring }: Props) {
  if (applets.length === 0 && !children) return null
  return (
    <section className={`my-applets-section ${name}`} aria-labelledby={name}>
      <h2 id={name}>
        {STATUS_WORDS[name]} {applets.length > 0 && <span className="count">{count}</span>}
      </h2>
      {applets.length === 0 && children}
      {applets.length > 0 && note}
      {applets.length > 0 && (
        <ul className="card-grid">
          {applets.map((applet) => (
            <MyAppletItem
              key={applet.id}
              applet={applet}
              notes={[applet.is_author && !applet.published && name !== 'archived' ? STATUS_WORDS.drafts : null]}
              {...restoring}
            />
          ))}
        </ul>
      )}
      {count > applets.length && (
        <p>
          <a href={addressWith({ ...NO_FILTER, status: name })}>
            Show all {count.toLocaleString('en-US')} <span className="visually-hidden">in {STATUS_WORDS[name]}</span>
          </a>
        </p>
      )}
    </section>
  )
}
