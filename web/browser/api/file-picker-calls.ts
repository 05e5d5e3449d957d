import { FILE_PICKER_PATH, type FilePickerToken } from '../../../worker/contract/connections/file-picker.ts'
import { request } from './typed-request.ts'

/** The call of the page where files are picked. Rejects with RequestError. */
export const filePickerApi = {
  open: (account: string) => request.post<FilePickerToken>(FILE_PICKER_PATH, { access_token: 'text' }, { account }),
}
