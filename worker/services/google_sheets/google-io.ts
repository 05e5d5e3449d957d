import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { placedAddress } from '../format/placed-address.ts'
import { sendJson } from './send-json.ts'

export const GOOGLE = {
  id: 'google_sheets',
  name: 'Google Sheets',
  hosts: [
    'sheets.googleapis.com',
    'accounts.google.com',
    'oauth2.googleapis.com',
    'openidconnect.googleapis.com',
    'www.googleapis.com',
    'apis.google.com',
    'docs.google.com',
  ],
}

export const DRIVE_FILES = 'https://www.googleapis.com/drive/v3/files'
export const SPREADSHEET_TYPE = 'application/vnd.google-apps.spreadsheet'
/** A whole sheet is read at once, in bytes. */
const LARGEST = 4 << 20

type GoogleCall = Omit<Parameters<typeof sendJson>[1], 'address' | 'max_bytes'> & { path: string }

/** Asks Google at a path of Sheets, or at a complete address of its other hosts. */
export async function askGoogle({ path, ...call }: GoogleCall, io: StepIo): Promise<StepOutcome<unknown>> {
  const address = placedAddress(GOOGLE, io.base_url, path)
  const asked = await sendJson(GOOGLE, { ...call, address, max_bytes: LARGEST }, io)
  if (asked.ok || asked.problem.status !== 404) return asked
  return { ok: false, problem: { ...asked.problem, message: NOT_OURS } }
}

/** With the scope `drive.file` all other files are as if they were not there. */
const NOT_OURS = 'Google Sheets does not let us open this spreadsheet. Choose it again, or another one.'
