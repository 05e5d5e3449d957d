import { lazy, Suspense, type ReactNode } from 'react'
import type { AppletOfUser, AppletResponse } from '../../worker/contract/applets/applet.ts'
import { Button } from '../ui/button/button.tsx'
import { CopyField } from '../ui/copy-field/copy-field.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { StarterBox } from '../ui/starter-box/starter-box.tsx'
import { useRegenerate } from './use-regenerate.ts'

// Lazy: only in a session whose proof is too old.
const HiddenField = lazy(() =>
  import('../ui/copy-field/hidden-field.tsx').then(({ HiddenField: view }) => ({ default: view })),
)

/** `hidden`: the user has to show first that it is them. `lost`: it is stored but cannot be read anymore. */
type SecretAddress = { kind: 'shown'; value: string } | { kind: 'hidden' | 'lost' }

type Props = {
  address: SecretAddress
  words: {
    title: string
    explanation: string
    /** What the address is called, such as "URL". */
    noun: string
    label: string
    question: string
    warning: string
    replaced: string
  }
  reveal: () => Promise<string | null>
  regenerate: () => Promise<AppletResponse>
  onReplaced: (applet: AppletOfUser) => void
  /** What else can be done with an address that is not lost. */
  children?: ReactNode
}

/** An Applet's secret address: to copy, and to replace. */
export function SecretAddressBox({ address, words, reveal, regenerate, onReplaced, children }: Props) {
  const { state, ask, cancel, confirm } = useRegenerate({ regenerate, done: words.replaced }, onReplaced)
  return (
    <StarterBox title={words.title}>
      <p>{words.explanation}</p>
      <Shown address={address} words={words} reveal={reveal} />
      <div className="actions">
        {address.kind === 'lost' ? null : children}
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

function Shown({ address, words: { label, noun }, reveal }: Pick<Props, 'address' | 'words' | 'reveal'>) {
  switch (address.kind) {
    case 'shown':
      return <CopyField label={label} value={address.value} />
    case 'hidden':
      return (
        <Suspense fallback={null}>
          <HiddenField label={label} read={reveal} />
        </Suspense>
      )
    case 'lost':
      return <p className="lost">The {noun} cannot be shown anymore. Regenerate it to get a new one.</p>
  }
}
