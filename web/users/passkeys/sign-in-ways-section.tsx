import { useState } from 'react'
import type { PasskeyRow, SignInWays } from '../../../worker/contract/accounts/passkey.ts'
import { accountApi } from '../../browser/api/account-calls.ts'
import { createPasskey, hasPasskeys } from '../../browser/device/passkey-device.ts'
import { unlessGone } from '../../browser/request/request-error.ts'
import { Button } from '../../ui/button/button.tsx'
import { agoInWords, dayInWords } from '../../ui/dates/dates.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useFocusAfterRemoval } from '../../ui/focus/use-focus-after-removal.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { SecondFactorSetting } from '../second-factor/second-factor-setting.tsx'
import { RenameDialog } from './rename-passkey-dialog.tsx'
import '../row-list.css'

type Clock = { now: number; timeZone: string }
type Props = Clock & { ways: SignInWays }

/** In /settings: how the user signs in. Passkeys are added, renamed and removed here, linked providers removed. */
export function SignInWaysSection({ ways: first, ...clock }: Props) {
  const [ways, setWays] = useState(first)
  const { passkeys, identities, password } = ways
  const [renamed, setRenamed] = useState<PasskeyRow | null>(null)
  const list = useFocusAfterRemoval<HTMLUListElement>(passkeys.length + identities.length)
  const possible = useInBrowser(hasPasskeys, false)
  const { state, problem, ask, press, confirm, decline, isWorking } = usePresses(async (deed: string) => {
    setWays(await change(ways, deed))
  })
  const deed = state.kind === 'idle' ? null : state.deed
  const removed = deed !== null && deed !== 'add'
  return (
    <section className="row-list" aria-labelledby="sign-in-ways">
      <h2 id="sign-in-ways">Ways to sign in</h2>
      <ul className="rows" ref={list} tabIndex={-1} aria-labelledby="sign-in-ways">
        <li className="row">
          <div className="words">
            <p className="name">Password</p>
            <p className="about">{password ? 'You have one.' : 'You have none.'}</p>
          </div>
          <a href="/password_reset">{password ? 'Choose a new password' : 'Set a password'}</a>
        </li>
        {passkeys.map((row) => (
          <Way
            key={row.id}
            name={row.name}
            about={`Passkey · ${usedInWords(row, clock)}`}
            busy={isWorking(row.id)}
            onRename={() => setRenamed(row)}
            onRemove={() => ask(row.id)}
          />
        ))}
        {identities.map(({ issuer, name, created_at }) => (
          <Way
            key={issuer}
            name={name}
            about={`Linked ${dayInWords(created_at, clock.timeZone)}`}
            busy={isWorking(issuer)}
            onRemove={() => ask(issuer)}
          />
        ))}
      </ul>
      <ErrorPanel title={problem} />
      <Button
        kind="secondary"
        size="small"
        className={possible ? '' : 'unseen'}
        busy={isWorking('add')}
        onClick={() => press('add')}
      >
        Add a passkey
      </Button>
      <SecondFactorSetting
        ways={ways}
        onChange={(second_factor) => setWays((before) => ({ ...before, second_factor }))}
        {...clock}
      />
      <ConfirmDialog
        open={removed}
        title={`Remove ${nameOf(ways, deed)}?`}
        action="Remove"
        busy={state.kind === 'working'}
        onCancel={decline}
        onConfirm={confirm}
      >
        <p>It no longer signs you in here. Your device may still list the passkey: you can delete it there too.</p>
      </ConfirmDialog>
      {renamed ? (
        <RenameDialog
          row={renamed}
          onClose={() => setRenamed(null)}
          onRenamed={(name) => {
            setWays({ ...ways, passkeys: passkeys.map((row) => (row.id === renamed.id ? { ...row, name } : row)) })
            setRenamed(null)
          }}
        />
      ) : null}
    </section>
  )
}

type WayProps = { name: string; about: string; busy: boolean; onRename?: () => void; onRemove: () => void }

function Way({ name, about, busy, onRename, onRemove }: WayProps) {
  return (
    <li className="row">
      <div className="words">
        <p className="name">{name}</p>
        <p className="about">{about}</p>
      </div>
      {onRename ? (
        <Button kind="quiet" size="small" aria-label={`Rename: ${name}`} onClick={onRename}>
          Rename
        </Button>
      ) : null}
      <Button kind="secondary" size="small" busy={busy} aria-label={`Remove: ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

/** Adds a passkey, or removes that of this id or the identity of this issuer. One gone already counts as removed. */
async function change(ways: SignInWays, deed: string): Promise<SignInWays> {
  if (deed === 'add') {
    const added = await accountApi.addPasskey({ passkey: await createPasskey(await accountApi.addOptions()) })
    return { ...ways, passkeys: [added, ...ways.passkeys] }
  }
  if (ways.identities.some(({ issuer }) => issuer === deed)) {
    await accountApi.removeIdentity(deed).catch(unlessGone)
    return { ...ways, identities: ways.identities.filter(({ issuer }) => issuer !== deed) }
  }
  await accountApi.removePasskey(deed).catch(unlessGone)
  return { ...ways, passkeys: ways.passkeys.filter(({ id }) => id !== deed) }
}

function nameOf({ passkeys, identities }: SignInWays, deed: string | null): string {
  const named = [...passkeys, ...identities.map(({ issuer, name }) => ({ id: issuer, name }))]
  return named.find(({ id }) => id === deed)?.name ?? ''
}

function usedInWords({ created_at, last_used_at }: PasskeyRow, { now, timeZone }: Clock): string {
  const added = `Added ${dayInWords(created_at, timeZone)}`
  return last_used_at === null ? added : `${added} · Last used ${agoInWords(last_used_at, now, timeZone)}`
}
