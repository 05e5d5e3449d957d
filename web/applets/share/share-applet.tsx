import { useState } from 'react'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { Button } from '../../ui/button/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { usePart } from '../../ui/part/use-part.ts'
const load = () => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog)

/** Rendered for everyone at once. The dialog loads with the first press. */
export function ShareApplet({ applet }: { applet: Applet }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [View, approach] = usePart(open, load, close)
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
