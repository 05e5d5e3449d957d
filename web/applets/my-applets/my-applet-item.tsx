import type { ComponentProps } from 'react'
import type { MyApplet } from '../../../worker/contract/applets/my-applets.ts'
import { Card } from '../../ui/card/card.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { TroubleLine } from '../words/trouble-line.tsx'
import { WhatItDoes } from './what-it-does.tsx'

export type Restoring = {
  restore: (id: number) => void
  /** The Applet that is on its way back. */
  restoring: number | null
}

type Props = Restoring & { applet: MyApplet; notes: readonly (string | null)[] }

/** An Applet's card with what its user must know about it, and the way back from the archive. */
export function MyAppletItem({ applet, notes, restore, restoring }: Props) {
  const isBehind = applet.newer_version && applet.status === 'enabled_for_user'
  const note = [applet.taken_down ? 'Taken down' : isBehind ? 'A new version is there' : null, ...notes]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className="my-applet">
      <Card applet={applet} />
      <div className="below">
        {note && <p className="note">{note}</p>}
        {applet.trouble && applet.status === 'enabled_for_user' && (
          <TroubleNote trouble={applet.trouble} applet={applet} />
        )}
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

function TroubleNote(props: ComponentProps<typeof TroubleLine>) {
  return (
    <p className="note broken">
      <Glyph name="alert" size={20} />
      <span>
        <TroubleLine {...props} />
      </span>
    </p>
  )
}
