import { useEffect, useEffectEvent, useState } from 'react'
import type { FilePicker } from '../../../worker/contract/connections/file-picker.ts'
import { filePickerApi } from '../../browser/api/file-picker-calls.ts'
import { loadPicker, pickSpreadsheet } from '../../browser/file-picker/google-picker.ts'
import { handOver } from '../../browser/file-picker/picked-file.ts'
import { messageOf } from '../../browser/request/request-error.ts'
import type { PageProps } from '../../site/session/session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import './file-picker-page.css'
import '../../site/narrow-page.css'

export type FilePickerData = { picker: FilePicker; return_to: string; ticket: string }
type State =
  | { kind: 'opening' | 'open' | 'closed' }
  | { kind: 'failed'; message: string }
  | { kind: 'picked'; name: string }

/** Where a spreadsheet of Google Drive is picked; the field that asked for it, in another tab, takes it. */
export function Page({ data: { picker, return_to, ticket } }: PageProps<FilePickerData>) {
  const [state, setState] = useState<State>({ kind: 'opening' })
  async function pick() {
    try {
      const [{ access_token }] = await Promise.all([filePickerApi.open(picker.account.id), loadPicker(picker)])
      setState({ kind: 'open' })
      const file = await pickSpreadsheet(picker, access_token)
      if (file === null) return setState({ kind: 'closed' })
      setState({ kind: 'picked', name: file.name })
      handOver({ ticket, value: file.id })
    } catch (error) {
      setState({ kind: 'failed', message: messageOf(error) })
    }
  }
  function open() {
    setState({ kind: 'opening' })
    void pick()
  }
  const begin = useEffectEvent(() => void pick())
  // oxlint-disable-next-line react/set-state-in-effect -- it is set once Google has answered
  useEffect(() => begin(), [])
  return (
    <div className="file-picker-page narrow-page column">
      <header>
        <h1>Choose a spreadsheet</h1>
        <p>
          Your Applets see only the spreadsheets of {picker.account.account_name} that they created or that you choose
          here.
        </p>
      </header>
      <NeedsScript />
      <output>{WORDS[state.kind](state)}</output>
      <ErrorPanel title={state.kind === 'failed' ? state.message : null} />
      <div className="actions">
        {state.kind === 'picked' ? null : (
          <Button onClick={open} busy={state.kind === 'opening'}>
            {state.kind === 'failed' ? 'Try again' : 'Open Google Drive'}
          </Button>
        )}
        <ButtonLink kind={state.kind === 'picked' ? 'primary' : 'quiet'} href={return_to}>
          Back
        </ButtonLink>
      </div>
    </div>
  )
}

const WORDS: Record<State['kind'], (state: State) => string> = {
  opening: () => 'Opening Google Drive…',
  open: () => 'Choose a spreadsheet in the window of Google Drive.',
  closed: () => 'You chose nothing.',
  failed: () => '',
  picked: (state) => `${state.kind === 'picked' ? `“${state.name}”` : 'It'} can be used now. You can close this tab.`,
}
