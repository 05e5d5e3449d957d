import { useState } from 'react'
import type { MakerKeyResponse } from '../../../worker/contract/hooks/hook-response.ts'
import { starterApi } from '../../browser/api/starter-calls.ts'
import { CopyField } from '../../ui/copy-field/copy-field.tsx'
import { HiddenField } from '../../ui/copy-field/hidden-field.tsx'
import { AskedButton } from '../../ui/press/asked-button.tsx'
import './maker-key-address.css'

/** In /settings: the address that devices call with an event's name, for every Applet that starts with that event. */
export function MakerKeyAddress({ maker_key: first, hidden }: MakerKeyResponse) {
  const [made, setMade] = useState(first)
  const masked = hidden && made === null
  const exists = made !== null || masked
  const make = async () => setMade((await starterApi.makeMakerKey()).maker_key)
  return (
    <section className="maker-key-address" aria-labelledby="maker-key-address">
      <h2 id="maker-key-address">Address for devices</h2>
      <p>
        Devices call this address with the name of an event in place of {'{event}'}. Every Applet that you turned on for
        that event runs. Keep the address secret.
      </p>
      {masked ? (
        <HiddenField
          label="Your address"
          read={async () => (await starterApi.revealMakerKey()).maker_key?.url ?? null}
        />
      ) : null}
      {made ? <CopyField label="Your address" value={made.url} /> : null}
      <AskedButton
        label={exists ? 'Make a new address' : 'Make an address'}
        size="small"
        title="Make a new address?"
        action="Make a new one"
        asks={exists}
        work={make}
      >
        The current address stops working at once. Every device that calls it needs the new one.
      </AskedButton>
    </section>
  )
}
