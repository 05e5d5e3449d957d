import { PressButton } from '../../ui/button/press-button.tsx'
import { usePart } from '../../ui/part/use-part.ts'
import { useState } from 'react'

const load = () => import('./manage-dialogs.tsx').then(({ TryDialog }) => TryDialog)

/** Runs the Applet once with a sample, after a question. The dialog loads with the first press. */
export function TryApplet({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [View, approach] = usePart(open, load, close)
  return (
    <>
      <PressButton {...approach} onClick={() => setOpen(true)}>
        Try it
      </PressButton>
      {View ? <View id={id} open={open} onClose={close} /> : null}
    </>
  )
}
