import { useState } from 'react'
import type { SecondFactorState, SignInWays } from '../../../worker/contract/accounts/passkey.ts'
import type { RecoveryCodes } from '../../../worker/contract/accounts/second-factor.ts'
import { secondFactorApi } from '../../browser/api/second-factor-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePart } from '../../ui/part/use-part.ts'
import { usePresses } from '../../ui/press/use-presses.ts'

/** Few who open the settings see codes. */
const loadDialog = () => import('./recovery-codes-dialog.tsx').then(({ RecoveryCodesDialog }) => RecoveryCodesDialog)

type Props = {
  ways: SignInWays
  onChange: (state: SecondFactorState) => void
  now: number
  timeZone: string
}

/** Within "Ways to sign in": whether signing in takes a passkey besides the password, and the codes that replace it. */
export function SecondFactorSetting({ ways, onChange, now, timeZone }: Props) {
  const { since, codes_left } = ways.second_factor
  const [shown, setShown] = useState<RecoveryCodes | null>(null)
  const [CodesDialog] = usePart(shown !== null, loadDialog, () => setShown(null))
  const { state, problem, ask, press, confirm, decline, isWorking } = usePresses(async (deed: 'codes' | 'off') => {
    if (deed === 'off') {
      await secondFactorApi.turnOff()
      return onChange({ since: null, codes_left: 0 })
    }
    const made = await secondFactorApi.newCodes()
    setShown(made)
    // Earlier codes work no longer, whether these are kept or not.
    if (since !== null) onChange({ since, codes_left: made.codes.length })
  })
  async function kept({ id, codes }: RecoveryCodes) {
    if (since === null) {
      await secondFactorApi.turnOn(id)
      onChange({ since: now, codes_left: codes.length })
    }
    setShown(null)
  }
  return (
    <div className="row">
      <div className="words">
        <p className="name">Two-step sign-in</p>
        <p className="about">{inWords(ways, timeZone)}</p>
        <ErrorPanel title={problem} />
      </div>
      {since === null ? null : (
        <Button kind="quiet" size="small" busy={isWorking('codes')} onClick={() => press('codes')}>
          New codes
        </Button>
      )}
      {/* One button, so that it keeps the focus when its word changes. */}
      {since === null && ways.passkeys.length === 0 ? null : (
        <Button
          kind="secondary"
          size="small"
          busy={isWorking(since === null ? 'codes' : 'off')}
          onClick={() => (since === null ? press('codes') : ask('off'))}
        >
          {since === null ? 'Turn on' : 'Turn off'}
        </Button>
      )}
      <ConfirmDialog
        open={state.kind === 'asking' || isWorking('off')}
        title="Turn off two-step sign-in?"
        action="Turn off"
        busy={state.kind === 'working'}
        onCancel={decline}
        onConfirm={confirm}
      >
        <p>
          Your password or provider alone signs in again, and your {codes_left} recovery codes no longer work. Your
          passkeys stay.
        </p>
      </ConfirmDialog>
      {shown && CodesDialog ? (
        <CodesDialog
          codes={shown.codes}
          turnsOn={since === null}
          onKept={() => kept(shown)}
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  )
}

function inWords({ passkeys, second_factor: { since, codes_left } }: SignInWays, timeZone: string): string {
  if (since !== null)
    return `On since ${dayInWords(since, timeZone)}. ${codes_left === 1 ? '1 recovery code' : `${codes_left} recovery codes`} left.`
  if (passkeys.length === 0) return 'Asks for a passkey after your password. You need one first.'
  return 'Asks for a passkey after your password or provider. A passkey alone still signs you in.'
}
