import * as z from 'zod/mini'

/** The page where a user picks a file that Applets may then use; it returns to the page that opened it. */
export const FILE_PICKER_PAGE = '/settings/connections/google_sheets/pick'
/** GET: FilePicker. POST: FilePickerToken. */
export const FILE_PICKER_PATH = '/api/file_picker'

/** `account`: the id of one of the viewer's accounts at Google; the first one without it. */
export const filePickerInput = z.object({ account: z.optional(z.string().check(z.maxLength(64))) })

/** Google's Picker: its script, the origin of its frame, and what the operator has for it. */
export type FilePicker = {
  account: { id: string; account_name: string }
  script: string
  frame_origin: string
  developer_key: string
  app_id: string
}

/** For an hour at most, and only for what `drive.file` allows. */
export type FilePickerToken = { access_token: string }

/** Told to the page that opened the picker's page, which named itself with `ticket`. */
export const FILE_PICKED_CHANNEL = 'file-picked'
export type FilePicked = { ticket: string; value: string }
