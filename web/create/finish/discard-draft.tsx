import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { usePart } from '../../ui/part/use-part.ts'
import type { DraftToDiscard } from './discard-dialog.tsx'

const load = () => import('./discard-dialog.tsx').then(({ DiscardDialog }) => DiscardDialog)

/** Deletes what is stored of the draft, after it has asked. The dialog loads with the first press. */
export function DiscardDraft({ draft, flush }: DraftToDiscard) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [View, approach] = usePart(open, load, close)
  if (draft.id === null) return null
  return (
    <>
      <Button kind="quiet" size="small" busy={open && !View} {...approach} onClick={() => setOpen(true)}>
        {draft.applet ? 'Discard changes' : 'Delete draft'}
      </Button>
      {View ? <View draft={draft} flush={flush} open={open} onClose={close} /> : null}
    </>
  )
}
