import type { MyApplet } from '../../../worker/contract/applets/my-applets.ts'
import { Card } from '../../ui/card/card.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { WhatItDoes } from './what-it-does.tsx'

export type Restoring = {
  restore: (id: number) => void
  /** The Applet that is on its way back. */
  restoring: number | null
}

type Props = Restoring & { applet: MyApplet; notes: readonly (string | null)[] }

/** An Applet's card with what its user must know about it, and the way back from the archive. */
export function MyAppletItem({ applet, notes, restore, restoring }: Props) {
  const note = [applet.taken_down ? 'Taken down' : null, ...notes].filter(Boolean).join(' · ')
  return (
    <li className="my-applet">
      <Card applet={applet} />
      <div className="below">
        {note && <p className="note">{note}</p>}
        {applet.broken && applet.status !== 'archived' && <BrokenNote />}
        {applet.status === 'archived' ? null : <WhatItDoes applet={applet} />}
        {applet.status === 'archived' && (
          <Button
            kind="secondary"
            size="small"
            busy={restoring === applet.id}
            unavailable={restoring !== null}
            aria-label={`Restore ${applet.name}`}
            onClick={() => restore(applet.id)}
          >
            {restoring === applet.id ? 'Restoring…' : 'Restore'}
          </Button>
        )}
      </div>
    </li>
  )
}

/** A token refresh was refused: the Applet waits until its service is connected again. */
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
