import type { FilePicker } from '../../../worker/contract/connections/file-picker.ts'
import { loadScript } from '../document/load-script.ts'

/** The part of Google's script that is used here; `google` is there once its module has loaded. */
type Builder = {
  setOAuthToken(token: string): Builder
  setDeveloperKey(key: string): Builder
  setAppId(id: string): Builder
  setOrigin(origin: string): Builder
  addView(view: object): Builder
  setCallback(callback: (answer: PickerAnswer) => void): Builder
  build(): { setVisible(visible: boolean): void }
}
type PickerAnswer = { action?: string; docs?: { id: string; name?: string }[] }
type GoogleWindow = {
  gapi?: { load(names: string, on: { callback(): void; onerror(): void; timeout: number; ontimeout(): void }): void }
  google?: {
    picker: {
      PickerBuilder: new () => Builder
      DocsView: new (viewId: string) => object
      ViewId: { SPREADSHEETS: string }
    }
  }
}
const LOAD_TIMEOUT = 15_000

type PickedFile = { id: string; name: string }

/** Loads Google's Picker. Rejects where a script is blocked or does not come. */
export async function loadPicker({ script }: FilePicker): Promise<void> {
  const page: GoogleWindow = window as object
  if (page.google?.picker) return
  if (!page.gapi) await loadScript(script)
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('Google Drive could not be loaded.'))
    page.gapi?.load('picker', { callback: resolve, onerror: fail, timeout: LOAD_TIMEOUT, ontimeout: fail })
  })
}

/** Shows the user's spreadsheets. Resolves with the chosen one, or null where they cancel. */
export function pickSpreadsheet(picker: FilePicker, token: string): Promise<PickedFile | null> {
  const page: GoogleWindow = window as object
  const api = page.google?.picker
  if (!api) return Promise.reject(new Error('Google Drive could not be loaded.'))
  return new Promise((resolve) => {
    new api.PickerBuilder()
      .setOAuthToken(token)
      .setDeveloperKey(picker.developer_key)
      .setAppId(picker.app_id)
      .setOrigin(window.location.origin)
      .addView(new api.DocsView(api.ViewId.SPREADSHEETS))
      .setCallback(({ action, docs: [file] = [] }) => {
        if (action === 'cancel') resolve(null)
        if (action === 'picked' && file) resolve({ id: file.id, name: file.name ?? 'The spreadsheet' })
      })
      .build()
      .setVisible(true)
  })
}
