import type { ReactNode } from 'react'
import type { AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import type { SecretAddress, SecretAddressKind } from '../../../worker/contract/hooks/secret-address.ts'
import { starterApi } from '../../browser/api/starter-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { useQuestion } from '../../ui/press/use-question.ts'
import { StarterBox } from '../../ui/starter-box/starter-box.tsx'
import { ADDRESS_WORDS } from './address-words.ts'

type Props = {
  appletId: number
  kind: SecretAddressKind
  address: SecretAddress
  onReplaced: (applet: AppletOfUser) => void
  /** Further controls for an address that is shown. */
  children?: ReactNode
}

/** The secret address at which requests or mail start an Applet (§2.1): to copy, and to replace. */
export function AddressBox({ appletId, kind, address, onReplaced, children }: Props) {
  const words = ADDRESS_WORDS[kind]
  const flash = useFlash()
  const { ask, dialog } = useQuestion(async () => {
    const { applet } = await starterApi.regenerateAddress(appletId, kind)
    onReplaced(applet)
    flash('success', words.replaced)
  })
  if (address.kind === 'not_set_up') {
    return (
      <StarterBox title={words.title}>
        <p>This site is not set up to receive email, so nothing can start this Applet yet.</p>
      </StarterBox>
    )
  }
  return (
    <StarterBox title={words.title}>
      <p>{words.explanation}</p>
      {address.kind === 'shown' ? (
        <CopyField label={words.label} value={address.address} />
      ) : (
        <p className="lost">{words.lost}</p>
      )}
      <div className="actions">
        {address.kind === 'shown' ? children : null}
        <Button kind="secondary" size="small" onClick={ask}>
          Regenerate
        </Button>
      </div>
      <ConfirmDialog {...dialog} title={words.question} action="Regenerate">
        <p>{words.warning}</p>
      </ConfirmDialog>
    </StarterBox>
  )
}
