import type { ReactNode } from 'react'
import { AppletLink } from '../../site/applet-grid.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph/glyph.tsx'
import type { MyApplet, MySection } from './my-applets-groups.ts'

const TITLES: Record<MySection, string> = {
  enabled: 'Enabled',
  paused: 'Paused',
  disabled: 'Disabled',
  created: 'Created by me',
  archived: 'Archived',
}

type Props = {
  name: MySection
  applets: readonly MyApplet[]
  onRestore?: (id: number) => void
  restoring?: number | null
  /** Shown while the section is empty; without it an empty section is left out. */
  children?: ReactNode
  /** Shown above the Applets. */
  note?: ReactNode
}

export function MyAppletsSection({ name, applets, onRestore, restoring = null, children, note }: Props) {
  if (applets.length === 0 && !children) return null
  return (
    <section className={`my-applets-section ${name}`} aria-labelledby={name}>
      <h2 id={name}>
        {TITLES[name]} {applets.length > 0 && <span className="count">{applets.length}</span>}
      </h2>
      {applets.length === 0 && children}
      {applets.length > 0 && note}
      {applets.length > 0 && (
        <ul className="card-grid">
          {applets.map((applet) => (
            <li key={applet.id} className="my-applet">
              <AppletLink applet={applet} />
              {name === 'created' && !applet.published && <p className="note">Not published</p>}
              {applet.broken && name !== 'archived' && <BrokenNote />}
              {onRestore && (
                <Button
                  kind="secondary"
                  size="small"
                  busy={restoring === applet.id}
                  unavailable={restoring !== null}
                  aria-label={`Restore ${applet.name}`}
                  onClick={() => onRestore(applet.id)}
                >
                  {restoring === applet.id ? 'Restoring…' : 'Restore'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A token refresh was refused (§D3.5): the Applet waits until its service is connected again. */
function BrokenNote() {
  return (
    <p className="note broken">
      <Glyph name="alert" size={20} />
      <span>
        A connection no longer works. <a href="/settings/connections">Repair it</a>
      </span>
    </p>
  )
}
