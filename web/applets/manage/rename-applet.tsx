import { useState } from 'react'
import { PressButton } from '../../ui/button/press-button.tsx'
import { usePart } from '../../ui/part/use-part.ts'
import type { Connect } from '../connect/driver/use-connect.ts'

const load = () => import('./rename-dialog.tsx').then(({ RenameDialog }) => RenameDialog)

/** Lets the author rename the Applet (§7 Applet update). The dialog loads with the first press. */
export function Rename({ connect }: { connect: Connect }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [View, approach] = usePart(open, load, close)
  return (
    <>
      <PressButton {...approach} onClick={() => setOpen(true)}>
        Rename
      </PressButton>
      {View ? <View connect={connect} open={open} onClose={close} /> : null}
    </>
  )
}
