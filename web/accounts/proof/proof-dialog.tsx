import { useEffect, useState } from 'react'
import type { ProofWay } from '../../../worker/contract/accounts/proof.ts'
import { accountApi } from '../../api/account-calls.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { Skeleton } from '../../ui/panel/skeleton.tsx'
import { PasswordField } from '../form/password-field.tsx'

type Props = { open: boolean; onDone: (proved: boolean) => void }

/** Asks the user to show that it is them, with what their account has. */
export function ProofDialog({ open, onDone }: Props) {
  return (
    <Dialog open={open} title="Confirm that it is you" onClose={() => onDone(false)}>
      <p>You are about to see or change something that others would like to have. We ask again after 15 minutes.</p>
      <Ways onProved={() => onDone(true)} />
    </Dialog>
  )
}

type Known = { kind: 'loading' } | { kind: 'ways'; ways: ProofWay[] } | { kind: 'failed'; message: string }

function Ways({ onProved }: { onProved: () => void }) {
  const [known, setKnown] = useState<Known>({ kind: 'loading' })
  function load() {
    accountApi.proofWays().then(
      ({ ways }) => setKnown({ kind: 'ways', ways }),
      (error: unknown) => setKnown({ kind: 'failed', message: messageOf(error) }),
    )
  }
  useEffect(load, [])
  switch (known.kind) {
    case 'loading':
      return <Skeleton shape="row" />
    case 'failed':
      return (
        <ErrorPanel
          title={known.message}
          action={
            <Button
              kind="secondary"
              size="small"
              onClick={() => {
                setKnown({ kind: 'loading' })
                load()
              }}
            >
              Try again
            </Button>
          }
        />
      )
    case 'ways':
      return known.ways.includes('password') ? <WithPassword onProved={onProved} /> : null
  }
}

function WithPassword({ onProved }: { onProved: () => void }) {
  const { form, busy, problem } = useForm(['password'], async (values) => {
    await accountApi.prove(values)
    onProved()
  })
  const { ref } = form
  // The field comes after the dialog has opened.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <form className="form" {...form}>
      <PasswordField label="Password" autoComplete="current-password" error={problem.fields.password} />
      <ErrorPanel title={problem.message} />
      <Button type="submit" busy={busy}>
        Continue
      </Button>
    </form>
  )
}
