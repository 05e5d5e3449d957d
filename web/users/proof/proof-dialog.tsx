import { useEffect, useRef, useState } from 'react'
import type { ProofWay } from '../../../worker/contract/accounts/proof.ts'
import { provePath } from '../../../worker/contract/oidc/oidc-sign-in.ts'
import { accountApi } from '../../browser/api/account-calls.ts'
import { askPasskey } from '../../browser/device/passkey-device.ts'
import { ownPath } from '../../browser/navigation/page-address.ts'
import { messageOf, SaidError } from '../../browser/request/request-error.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
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
      return <Offered ways={known.ways} onProved={onProved} />
  }
}

type OfferedProps = { ways: readonly ProofWay[]; onProved: () => void }

function Offered({ ways, onProved }: OfferedProps) {
  const [other, setOther] = useState(!ways.includes('passkey'))
  if (!other)
    return (
      <>
        <WithPasskey onProved={onProved} />
        {ways.includes('password') ? (
          <p>
            <Button kind="quiet" size="small" onClick={() => setOther(true)}>
              Use your password instead
            </Button>
          </p>
        ) : null}
      </>
    )
  return ways.includes('password') ? (
    <WithPassword onProved={onProved} />
  ) : (
    <Elsewhere ways={ways} onProved={onProved} />
  )
}

function WithPasskey({ onProved }: { onProved: () => void }) {
  const { problem, press, isWorking } = usePresses<'use'>(async () => {
    await accountApi.prove({ passkey: await askPasskey(await accountApi.proofOptions()) })
    onProved()
  })
  const button = useRef<HTMLButtonElement>(null)
  // The button comes after the dialog has opened.
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="form">
      <Button ref={button} busy={isWorking('use')} onClick={() => press('use')}>
        Use your passkey
      </Button>
      <ErrorPanel title={problem} />
    </div>
  )
}

function WithPassword({ onProved }: { onProved: () => void }) {
  const form = useForm(['password'], async (values) => {
    await accountApi.prove(values)
    onProved()
  })
  const { ref } = form.form
  // The field comes after the dialog has opened.
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])
  return (
    <Form form={form} button="Continue">
      <PasswordField label="Password" autoComplete="current-password" error={form.problem.fields.password} />
    </Form>
  )
}

/** For accounts with neither passkey nor password. The page that asked is left, or waits for the mail. */
function Elsewhere({ ways, onProved }: OfferedProps) {
  const { sign_in_with } = useSite()
  const [mailed, setMailed] = useState(false)
  const { problem, press, isWorking } = usePresses(async (deed: 'mail' | 'look') => {
    if (deed === 'mail') {
      await accountApi.mailProof()
      setMailed(true)
    } else if ((await accountApi.proofWays()).fresh) onProved()
    else throw new SaidError('You have not opened the link yet.')
  })
  return (
    <div className="form">
      {ways.includes('provider') ? (
        <ButtonLink href={provePath(ownPath())}>Continue with {sign_in_with}</ButtonLink>
      ) : null}
      {mailed ? <output>We sent you a link. Open it in this browser, then come back here.</output> : null}
      <Button
        kind="secondary"
        busy={isWorking(mailed ? 'look' : 'mail')}
        onClick={() => press(mailed ? 'look' : 'mail')}
      >
        {mailed ? 'I have opened the link' : 'Email me a link'}
      </Button>
      <ErrorPanel title={problem} />
    </div>
  )
}
