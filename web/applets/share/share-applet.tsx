import { Suspense, useState } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph/glyph.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import type { ShareDialog } from './share-dialog.tsx'
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

/** A draft cannot be shared, because others cannot open it. The dialog loads with the first press. */
function Share({ applet }: { applet: Applet }) {
  const flash = useFlash()
  const [View, setView] = useState<typeof ShareDialog>()
  const [open, setOpen] = useState(false)
  if (!applet.published) return null

  async function ask() {
    try {
      const { ShareDialog: loaded } = await import('./share-dialog.tsx')
      setView(() => loaded)
      setOpen(true)
    } catch (error) {
      flash('danger', messageOf(error))
    }
  }

  return (
    <div>
      <Button kind="secondary" size="small" aria-haspopup="dialog" onClick={() => void ask()}>
        <Glyph name="share" />
        Share
      </Button>
      {View ? <View applet={applet} open={open} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
