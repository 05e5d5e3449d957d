import type { Settings } from '../../system/context/env.ts'
import { FILE_PICKER_PAGE, type FilePicker } from '../../contract/connections/file-picker.ts'
import { placedAddress } from '../format/placed-address.ts'
import { baseUrl } from '../format/service-definition.ts'
import { GOOGLE } from './google-io.ts'
import { SPREADSHEETS } from './spreadsheet.ts'

type PickerSettings = Pick<Settings, 'GOOGLE_PICKER_KEY' | 'GOOGLE_PICKER_APP_ID' | 'SERVICE_ADDRESSES'>

/** Google's Picker; null where the operator has not set it up. */
export function googlePicker(settings: PickerSettings): Omit<FilePicker, 'account'> | null {
  const { GOOGLE_PICKER_KEY: developer_key, GOOGLE_PICKER_APP_ID: app_id } = settings
  if (!developer_key || !app_id) return null
  const frame = placed(settings, 'https://docs.google.com/picker')
  const script = placed(settings, 'https://apis.google.com/js/api.js')
  return { script, frame_origin: new URL(frame).origin, developer_key, app_id }
}

/** The page where files are picked for a field with these live options; null for any other. */
export function pickPath(settings: PickerSettings, resolve_url: string, account: string | undefined): string | null {
  if (resolve_url !== placed(settings, SPREADSHEETS) || googlePicker(settings) === null) return null
  return account === undefined ? FILE_PICKER_PAGE : `${FILE_PICKER_PAGE}?${new URLSearchParams({ account })}`
}

function placed({ SERVICE_ADDRESSES }: PickerSettings, address: string): string {
  return placedAddress(GOOGLE, SERVICE_ADDRESSES[GOOGLE.id] ?? baseUrl(GOOGLE) ?? '', address)
}
