import { FILE_PICKER_PAGE } from '../../../worker/contract/connections/file-picker.ts'
import { activationPath, safeReturnTo } from '../../../worker/contract/addresses.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'

/** Where a user picks a file of Google Drive. It alone may load Google's scripts and frames. */
export const filePickerRoute = {
  pattern: FILE_PICKER_PAGE,
  page: 'connections/file-picker/file-picker-page',
  access: 'private',
  load: async ({ mine, search }) => {
    const account = search.get('account') ?? undefined
    const response = await mine.api.file_picker.$get({ query: account === undefined ? {} : { account } })
    if (response.status === 404) return { kind: 'not_found' }
    const return_to = safeReturnTo(search.get('return_to')) ?? '/settings/connections'
    if (response.status === 409) return { kind: 'redirect', to: activationPath(['google_sheets'], return_to) }
    const picker = await unwrap(Promise.resolve(response))
    const outside = { scripts: [new URL(picker.script).origin], frames: [picker.frame_origin] }
    const data = { picker, return_to, ticket: search.get('ticket') ?? '' }
    return { kind: 'page', data, title: 'Choose a spreadsheet', outside }
  },
} as const satisfies Route
