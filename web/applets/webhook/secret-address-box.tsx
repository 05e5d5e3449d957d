import type { ReactNode } from 'react'
import type { AppletOfUser, AppletResponse } from '../../../worker/contract/applets/applet.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { StarterBox } from '../../ui/starter-box/starter-box.tsx'
import { useRegenerate } from './use-regenerate.ts'

type Props = {
  /** Null when it is stored but cannot be read anymore. */
  address: string | null
  words: {
    title: string
    explanation: string
    /** The name for the address, such as "URL". */
    noun: string
    label: string
    question: string
    warning: string
    replaced: string
  }
  regenerate: () => Promise<AppletResponse>
  onReplaced: (applet: AppletOfUser) => void
  /** Further controls for an address that is not lost. */
  children?: ReactNode
}

/** An Applet's secret address: to copy, and to replace. */
export function SecretAddressBox({ address, words, regenerate, onReplaced, children }: Props) {
  const { state, ask, cancel, confirm } = useRegenerate({ regenerate, done: words.replaced }, onReplaced)
  return (
    <StarterBox title={words.title}>
      <p>{words.explanation}</p>
      {address === null ? (
        <p className="lost">The {words.noun} cannot be shown anymore. Regenerate it to get a new one.</p>
      ) : (
        <CopyField label={words.label} value={address} />
      )}
      <div className="actions">
        {address === null ? null : children}
        <Button kind="secondary" size="small" onClick={ask}>
          Regenerate
        </Button>
      </div>
      <ConfirmDialog
        open={state.kind !== 'shown'}
        title={words.question}
        action="Regenerate"
        busy={state.kind === 'working'}
        problem={state.kind === 'asking' ? state.message : null}
        onCancel={cancel}
        onConfirm={confirm}
      >
        <p>{words.warning}</p>
      </ConfirmDialog>
    </StarterBox>
  )
}
