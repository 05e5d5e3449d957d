import { useState } from 'react'
import { appletPath, HOME_OF_USERS } from '../../../worker/contract/addresses.ts'
import type { DraftView } from '../../../worker/contract/drafts/draft.ts'
import { draftApi } from '../../browser/api/draft-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { messageOf, unlessGone } from '../../browser/request/request-error.ts'
import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

export type DraftToDiscard = {
  draft: Pick<DraftView, 'id' | 'applet'>
  /** A save on its way would find no draft. */
  flush: () => Promise<boolean>
}

type Props = DraftToDiscard & { open: boolean; onClose: () => void }

/** An Applet whose changes are discarded stays as it is. */
export function DiscardDialog({ draft: { id, applet }, flush, open, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function deleteDraft() {
    if (id === null) return
    setBusy(true)
    setProblem(null)
    try {
      await flush()
      await draftApi.deleteDraft(id).catch(unlessGone)
      leaveFlash({ type: 'success', message: applet ? 'Your changes were discarded.' : 'Your draft was deleted.' })
      goTo(applet ? appletPath(applet) : HOME_OF_USERS)
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      title={applet ? 'Discard your changes?' : 'Delete this draft?'}
      action={applet ? 'Discard changes' : 'Delete draft'}
      busy={busy}
      problem={problem}
      onCancel={onClose}
      onConfirm={() => void deleteDraft()}
    >
      <p>{applet ? `${applet.name} keeps running as it is.` : 'Its steps are deleted for good.'}</p>
    </ConfirmDialog>
  )
}
