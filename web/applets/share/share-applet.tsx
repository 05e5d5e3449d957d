import { Suspense, useState } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { usePart } from '../../ui/part/use-part.ts'
import { useConnect, type ConnectSession } from '../connect/driver/use-connect.ts'

type Props = { applet: Applet; session: Promise<ConnectSession> }

/** Rendered for everyone at once. For a draft, its author may publish it on this page. */
export function ShareApplet({ applet, session }: Props) {
  if (applet.published) return <Share applet={applet} />
  return (
    <Suspense fallback={null}>
      <ShareAsItIs applet={applet} session={session} />
    </Suspense>
  )
}

function ShareAsItIs({ applet, session }: Props) {
  return <Share applet={useConnect(session)?.state.applet ?? applet} />
}

const load = () => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog)

/** Not of a draft or what was taken down, because others cannot open it. The dialog loads with the first press. */
function Share({ applet }: { applet: Applet }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [View, approach] = usePart(open, load, close)
  if (!applet.published || applet.taken_down) return null
  return (
    <div>
      <Button kind="secondary" size="small" aria-haspopup="dialog" {...approach} onClick={() => setOpen(true)}>
        <Glyph name="share" />
        Share
      </Button>
      {View ? <View applet={applet} open={open} onClose={close} /> : null}
    </div>
  )
}
