import { hasPasskeys } from '../../browser/device/passkey-device.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { usePasskeySignIn, type OnSignedIn } from './use-passkey-sign-in.ts'

/** Signs in with a passkey. Not there without scripts, or in a browser without passkeys. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  const { busy, problem, signIn } = usePasskeySignIn(onSignedIn)
  const possible = useInBrowser(hasPasskeys, false)
  if (!possible) return null
  return (
    <div className="form">
      <Button kind="secondary" busy={busy} onClick={signIn}>
        Sign in with a passkey
      </Button>
      <ErrorPanel title={problem} />
    </div>
  )
}
