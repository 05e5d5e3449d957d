import { useEffect } from 'react'
import { appletWord } from '../../../worker/contract/applets/applet.ts'
import { focusMain } from '../../browser/document/browser-document.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { useManage } from './use-manage.ts'

/** Replaces the main button: an archived Applet can only be restored. */
export function RestoreApplet({ connect }: { connect: Connect }) {
  const { press, isWorking } = useManage(connect)
  // The pressed button disappears, so the focus moves to what replaces it.
  useEffect(() => focusMain, [])
  const word = appletWord(connect.state.applet.config_type)
  return (
    <div className="archived">
      <p>You archived this {word}. No one can find or connect it.</p>
      <Button busy={isWorking('restore')} onClick={() => press('restore')}>
        {isWorking('restore') ? 'Restoring…' : 'Restore'}
      </Button>
    </div>
  )
}
