import { useState } from 'react'
import type { MakerKeyResponse } from '../../../worker/contract/hooks/hook-response.ts'
import { runApi } from '../../browser/api/run-calls.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { HiddenField } from '../../ui/copy-field/hidden-field.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import { usePresses } from '../../ui/press/use-presses.ts'
import './maker-key-address.css'

/** In /settings: the address that devices call with an event's name, for every Applet that starts with that event. */
export function MakerKeyAddress({ maker_key: first, hidden }: MakerKeyResponse) {
  const [made, setMade] = useState(first)
  const masked = hidden && made === null
  const exists = made !== null || masked
  const presses = usePresses<'make'>(async () => setMade((await runApi.makeMakerKey()).maker_key))
  const { state } = presses
  return (
    <section className="maker-key-address" aria-labelledby="maker-key-address">
      <h2 id="maker-key-address">Address for devices</h2>
      <p>
        Devices call this address with the name of an event in place of {'{event}'}. Every Applet that you turned on for
        that event runs. Keep the address secret.
      </p>
      {masked ? (
        <HiddenField label="Your address" read={async () => (await runApi.revealMakerKey()).maker_key?.url ?? null} />
      ) : null}
      {made ? <CopyField label="Your address" value={made.url} /> : null}
      <Button
        kind="secondary"
        size="small"
        busy={presses.isWorking('make')}
        onClick={() => (exists ? presses.ask('make') : presses.press('make'))}
      >
        {exists ? 'Make a new address' : 'Make an address'}
      </Button>
      <ErrorPanel title={state.kind === 'idle' ? state.problem : null} />
      <ConfirmDialog
        open={exists && state.kind !== 'idle'}
        title="Make a new address?"
        action="Make a new one"
        busy={state.kind === 'working'}
        onCancel={presses.decline}
        onConfirm={presses.confirm}
      >
        <p>The current address stops working at once. Every device that calls it needs the new one.</p>
      </ConfirmDialog>
    </section>
  )
}
